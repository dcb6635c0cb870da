import { useQuery } from '@tanstack/react-query';
import { countryName } from '@/modules/address/address';
import type { Choice } from '@/modules/rule-builder/rule-line';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { channels, labelsQuery } from '../customers.api';
import { useCustomerText } from '../i18n';
import { useSegmentText } from './i18n';
import { anyCoupon, inputOf, isBought, type Field, type Groups, type Op, type Rule } from './rules';

/** What can be chosen for a field, and how rules read as words. */
export function useRuleWords() {
  const t = useSegmentText();
  const c = useCustomerText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const mayReadCoupons = useCan('read', 'Coupon');
  const labels = useQuery(labelsQuery).data;
  const plain = (values: readonly string[] | undefined) => (values ?? []).map((value) => ({ value, label: value }));

  const choices = (field: Field): Choice[] => {
    switch (field) {
      case 'city':
        return plain(labels?.cities);
      case 'country':
        return (labels?.countries ?? []).map((value) => ({ value, label: countryName(value, language) }));
      case 'tag':
        return plain(labels?.tags);
      case 'group':
        return (labels?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
      case 'consent':
        return channels.map((value) => ({ value, label: c(`channel.${value}`) }));
      case 'blocked':
        return (['yes', 'no'] as const).map((value) => ({ value, label: t(`blocked.${value}`) }));
      case 'contact':
        return (['mobile', 'email'] as const).map((value) => ({ value, label: t(`contact.${value}`) }));
      default:
        return [];
    }
  };

  const comparison = (field: Field, op: Op): string => {
    const own = `op.${field}.${op}`;
    return useSegmentText.has(own) ? t(own) : t(`op.${op}`);
  };

  const value = (field: Field, op: Op, text: string): string => {
    switch (inputOf(field, op)) {
      case 'money':
        return formatMoney(text, currency, language);
      case 'day':
        // Noon in UTC is the same day in every zone the store may be in, short of the far Pacific.
        return formatDate(`${text}T12:00:00Z`, 'date', language);
      default:
        // Words of either direction stand in a sentence as they are.
        return `\u2068${choices(field).find((choice) => choice.value === text)?.label ?? (field === 'country' ? countryName(text, language) : text)}\u2069`;
    }
  };

  /** "Bought coffee in at least 2 orders, in the last 30 days". */
  const bought = ({ field, op, values, names = [], days, times }: Rule): string => {
    const isAny = field === 'coupon' && values[0] === anyCoupon;
    // Coupons are not named to whoever may not see them: that is not the same as being gone.
    const isHidden = field === 'coupon' && !isAny && !mayReadCoupons && !names.some((name) => textOf(name, language));
    const key = `say.${field}.${isAny ? 'any_' : isHidden ? 'hidden_' : ''}${op}`;
    if (!useSegmentText.has(key)) return '';
    const called = values.map((_, at) => `\u2068${textOf(names[at], language) || t('gone')}\u2069`);
    return [
      isHidden ? t(key, { count: values.length }) : t(key, { value: called.join(t('valueOr')) }),
      times && times > 1 && t('say.times', { count: times }),
      days && t('say.days', { count: days }),
    ]
      .filter(Boolean)
      .join(' ');
  };

  /** "Last order more than 60 days ago". */
  const rule = (of: Rule): string => {
    const { field, op, values } = of;
    if (isBought(field)) return bought(of);
    const key = `say.${field}.${op}`;
    if (!useSegmentText.has(key)) return '';
    if (inputOf(field, op) === 'days') return t(key, { count: Number(values[0] ?? 0) });
    return t(key, { value: values.map((text) => value(field, op, text)).join(t('valueOr')) });
  };

  /** Each group as one line. */
  const lines = (groups: Groups): string[] => groups.map((rules) => rules.map(rule).join(' · '));

  return { choices, comparison, lines };
}
