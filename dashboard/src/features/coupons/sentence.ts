import { compareDecimal } from '@/shared/forms/decimal';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { isFreeShipping, percentText } from '@/modules/coupons/coupon-value';
import type { CouponValues } from './coupons.model';
import type { useCouponText } from './i18n';

type Text = ReturnType<typeof useCouponText>;

/** A date in the store's time zone, with its time unless that is the start or end of the day. */
function dayText(wallClock: string, template: string, language: Language): string {
  const [day = '', time = ''] = wallClock.split('T');
  const date = formatDate(`${day}T12:00:00Z`, 'date', language);
  // The store's time zone, not the browser's: the text is split without parsing a date.
  return time === template ? date : `${date} \u2066${time}\u2069`;
}

/**
 * A coupon's effect in a sentence: "10% off everything, at most SAR 50, once per customer, until 31 Dec 2026." Null
 * while it has no value yet. `categories` are the names of those chosen.
 */
export function sentenceOf(
  values: CouponValues,
  {
    t,
    language,
    currency,
    categories,
  }: { t: Text; language: Language; currency: string; categories: readonly string[] },
): string | null {
  const money = (amount: string) => formatMoney(amount, currency, language);
  const isSome = (amount: string) => amount !== '' && compareDecimal(amount, '0') > 0;
  const isShare = values.discount_type === 'percentage';
  if (isShare ? !values.percentage : !isSome(values.amount)) return null;
  const share = String(values.percentage ?? 0);
  const value = isShare ? percentText(share) : money(values.amount);
  const isFree = isFreeShipping({
    discount_type: values.discount_type,
    discount_value: isShare ? share : values.amount,
    discount_segment: values.discount_segment,
  });
  const listNames = (names: readonly string[]) =>
    names.length > 0 && names.length <= 3 && names.every(Boolean)
      ? names.map((name) => `\u2068${name}\u2069`).join(t('say.and'))
      : null;
  const targets =
    values.scope === 'all'
      ? t('say.all')
      : values.scope === 'products'
        ? (listNames(values.products.map((product) => textOf(product.name, language))) ??
          t('say.products', { count: values.products.length }))
        : (listNames(categories) ?? t('say.categories', { count: values.category_ids.length }));
  const isShipping = values.discount_segment === 'shipping_fees';
  const parts = [
    isFree ? t('say.free') : t('say.off', { value, what: isShipping ? t('say.shipping') : targets }),
    isShipping && values.scope !== 'all' && t('say.within', { what: targets }),
    values.excludes_discounted && t('say.notReduced'),
    isShare && isSome(values.max_discount) && t('say.cap', { amount: money(values.max_discount) }),
    t(`say.${values.discount_usability}`),
    isSome(values.min_amount) && t('say.min', { amount: money(values.min_amount) }),
    values.usage_limit !== null && t('say.limit', { count: values.usage_limit }),
    values.starts_at && t('say.from', { day: dayText(values.starts_at, '00:00', language) }),
    values.ends_at && t('say.until', { day: dayText(values.ends_at, '23:59', language) }),
  ].filter(Boolean);
  return `${parts.join(t('say.comma'))}.`;
}
