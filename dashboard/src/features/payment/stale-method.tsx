import { countryName } from '@/modules/address/address';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { usePaymentText } from './i18n';
import { valuesOf, type MethodValues } from './method-values';
import type { PaymentMethod } from './payment.api';

/** Somebody else saved the method meanwhile: field by field, whose value is kept. */
export function StaleMethod({
  base,
  mine,
  current,
  onClose,
  onResolve,
}: {
  base: PaymentMethod;
  mine: MethodValues;
  current: PaymentMethod;
  onClose: () => void;
  onResolve: (values: MethodValues) => void;
}) {
  const t = usePaymentText();
  const s = useShared();
  const { language } = useLanguage();
  const yesNo = (value: unknown) => s(value ? 'yes' : 'no');
  const countries = (value: unknown) =>
    Array.isArray(value) && value.length > 0
      ? value.map((code) => countryName(String(code), language)).join(language === 'ar' ? '، ' : ', ')
      : t('countries.every');
  return (
    <StaleDialog<MethodValues>
      fields={[
        { key: 'is_active', label: t('isActive'), show: yesNo },
        { key: 'name', label: t('name') },
        { key: 'instructions', label: t('instructions') },
        { key: 'fixed_fees', label: t('fixed') },
        { key: 'ratio_fees', label: t('ratio') },
        { key: 'add_vat_to_payment_charges', label: t('vat'), show: yesNo },
        { key: 'disable_on_first_order', label: t('first'), show: yesNo },
        { key: 'min_amount', label: t('min') },
        { key: 'max_amount', label: t('max') },
        { key: 'countries', label: t('countries'), show: countries },
      ]}
      base={valuesOf(base)}
      mine={mine}
      theirs={valuesOf(current)}
      onClose={onClose}
      onResolve={onResolve}
    />
  );
}
