import { countryName, partsJoiner } from '@/modules/address/address';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCourierMethodText } from './courier-method/i18n';
import { useShippingText } from './i18n';
import type { ShippingMethod } from './shipping.api';
import { valuesOf, type ShippingValues } from './shipping.model';
import type { ShippingProvider } from '@/modules/shipping/providers';

/** Conflict dialog: the method was saved by somebody else meanwhile; differences field by field. */
export function StaleShipping({
  kind,
  base,
  mine,
  current,
  onClose,
  onResolve,
}: {
  kind: ShippingProvider;
  base: ShippingMethod;
  mine: ShippingValues;
  current: ShippingMethod;
  onClose: () => void;
  onResolve: (values: ShippingValues) => void;
}) {
  const t = useShippingText();
  const c = useCourierMethodText();
  const s = useShared();
  const { language } = useLanguage();
  return (
    <StaleDialog<ShippingValues>
      fields={[
        { key: 'name', label: t('name') },
        { key: 'note', label: t('note') },
        ...(kind === 'PICKUP' ? [{ key: 'pickup_address' as const, label: t('pickupAddress') }] : []),
        { key: 'fixed_cost', label: t('cost') },
        { key: 'cost_by', label: t('costBy'), show: (value) => t(`costBy.${value as 'fixed' | 'weight'}`) },
        { key: 'threshold_kg', label: t('threshold') },
        { key: 'step_kg', label: t('step') },
        { key: 'extra_weight_cost', label: t('stepCost') },
        {
          key: 'countries',
          label: t('countries'),
          show: (value) =>
            (value as string[]).map((code) => countryName(code, language)).join(partsJoiner(language)) ||
            t('everyCountry'),
        },
        {
          key: 'cities',
          label: t('cities'),
          show: (value) => (value as string[]).join(t('comma')) || t('everyCity'),
        },
        { key: 'free_above', label: c('freeAbove') },
        { key: 'processing_days', label: c('processing_days') },
        { key: 'delivery_days_min', label: c('delivery_days_min') },
        { key: 'delivery_days_max', label: c('delivery_days_max') },
        { key: 'package_size', label: c('size'), show: (value) => c(`size.${value as 'small'}`) },
        { key: 'is_courier_controls_rates', label: c('courierRates'), show: (value) => s(value ? 'yes' : 'no') },
        { key: 'is_courier_name_visible', label: c('nameVisible'), show: (value) => s(value ? 'yes' : 'no') },
        { key: 'is_cod_allowed', label: t('cod'), show: (value) => s(value ? 'yes' : 'no') },
        { key: 'is_active', label: t('active'), show: (value) => s(value ? 'yes' : 'no') },
      ]}
      base={{ ...valuesOf(base) }}
      mine={{ ...mine }}
      theirs={{ ...valuesOf(current) }}
      onClose={onClose}
      onResolve={onResolve}
    />
  );
}
