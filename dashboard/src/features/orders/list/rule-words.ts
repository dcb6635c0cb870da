import { useQuery } from '@tanstack/react-query';
import { useShippingName } from '@/modules/shipping/i18n';
import { shippingProviders } from '@/modules/shipping/providers';
import { isOrderStatus, orderStatuses } from '@/modules/status-badge/order-status';
import { useStatusText } from '@/modules/status-badge/i18n';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { Schema } from '@/shared/api/wire-schema';
import { textOf } from '@/shared/i18n/texts';
import { useStoreCurrency } from '@/shared/session/session';
import { useOrderListText } from './i18n';
import type { Choice } from '@/modules/rule-builder/rule-line';
import { choicesQuery } from './filter-choices';
import { codStates, customerTypes, dayWords, isField, type Field, type Rule } from './rules';

/** The API's providers: one without a text of the list does not compile. */
const paymentProviders: Record<Schema<'PaymentProvider'>, true> = {
  COD: true,
  BANK: true,
  PAYMOB: true,
  PAYTABS: true,
  PAYTABS_EG: true,
  PAYTABS_SA: true,
};
const isPaymentProvider = (value: string): value is Schema<'PaymentProvider'> => Object.hasOwn(paymentProviders, value);

/** The choices of a field, and a rule as text. */
export function useRuleWords() {
  const t = useOrderListText();
  const word = useStatusText();
  const shipping = useShippingName();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const offered = useQuery(choicesQuery).data;
  const plain = (values: readonly string[] | undefined) => (values ?? []).map((value) => ({ value, label: value }));
  const countries = new Intl.DisplayNames([language], { type: 'region' });

  /** The choices of a field; null for a typed value. */
  const choices = (field: Field, op = 'is'): Choice[] | null => {
    switch (field) {
      case 'created_at':
        return op === 'is' ? dayWords.map((value) => ({ value, label: t(`date.${value}`) })) : null;
      case 'status':
        return orderStatuses.map((value) => ({ value, label: word(`order.${value}`) }));
      case 'payment_status':
        return (['paid', 'not_paid'] as const).map((value) => ({ value, label: word(`payment.${value}`) }));
      case 'payment':
        return (offered?.payments ?? []).map((value) => ({
          value,
          label: isPaymentProvider(value) ? t(`payment.${value}`) : value,
        }));
      case 'shipping':
        return shippingProviders.map((value) => ({ value, label: shipping(value) }));
      case 'shipping_method':
        return (offered?.shipping_methods ?? []).map(({ id, name }) => ({ value: id, label: textOf(name, language) }));
      case 'city':
        return plain(offered?.cities);
      case 'country':
        return (offered?.countries ?? []).map((value) => ({ value, label: countries.of(value) ?? value }));
      case 'tag':
        return plain(offered?.tags);
      case 'customer_type':
        return customerTypes.map((value) => ({ value, label: t(`customer_type.${value}`) }));
      case 'cod':
        return codStates.map((value) => ({ value, label: t(`cod.${value}`) }));
      case 'assignee':
        return [
          { value: 'me', label: t('assignee.me') },
          { value: 'none', label: t('assignee.none') },
          ...(offered?.members ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ];
      case 'coupon':
        return [
          { value: 'any', label: t('coupon.any') },
          { value: 'none', label: t('coupon.none') },
          ...(offered?.coupons ?? []).map(({ id, code }) => ({ value: id, label: code })),
        ];
      case 'total':
      case 'sku':
        return null;
    }
  };

  const comparison = (field: Field, op: string): string =>
    field === 'created_at'
      ? t(`op.date.${op as 'is' | 'gte' | 'lte'}`)
      : t(`op.${op as 'is' | 'is_not' | 'gte' | 'lte'}`);

  const valueOf = (field: Field, op: string, value: string): string => {
    if (field === 'total') return formatMoney(value, currency, language);
    if (field === 'created_at') {
      const word = choices(field, op)?.find((choice) => choice.value === value)?.label;
      return word ?? formatDate(`${value}T12:00:00Z`, 'date', language);
    }
    if (field === 'status' && isOrderStatus(value)) return word(`order.${value}`);
    return choices(field)?.find((choice) => choice.value === value)?.label ?? value;
  };

  /** "المدينة: جدة أو الرياض". */
  const rule = ([field, op, ...values]: Rule): string => {
    if (!isField(field)) return '';
    const list = values.map((value) => valueOf(field, op, value)).join(` ${t('list.or')} `);
    const isPlain = op === 'is';
    return isPlain ? `${t(`field.${field}`)}: ${list}` : `${t(`field.${field}`)} ${comparison(field, op)} ${list}`;
  };
  const group = (rules: readonly Rule[]) => rules.map(rule).join(' · ');

  return { choices, comparison, group };
}
