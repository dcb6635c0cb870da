import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import type { CouponView } from './coupons.api';
import { useCouponModuleText } from './i18n';

/** A percentage in an isolate, readable in either direction: "10%". */
export const percentText = (value: string) => `\u2066${formatNumber(value)}%\u2069`;

export type Valued = Pick<CouponView, 'discount_type' | 'discount_value' | 'discount_segment'>;

/** The coupon covers the whole shipping fee. */
export const isFreeShipping = (coupon: Valued): boolean =>
  coupon.discount_segment === 'shipping_fees' &&
  coupon.discount_type === 'percentage' &&
  compareDecimal(coupon.discount_value || '0', '100') === 0;

/** A coupon's discount in short: "10%", "SAR 20 off shipping", "Free shipping". */
export function useCouponValue(): (coupon: Valued) => string {
  const t = useCouponModuleText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  return (coupon) => {
    if (isFreeShipping(coupon)) return t('freeShipping');
    const value =
      coupon.discount_type === 'percentage'
        ? percentText(coupon.discount_value)
        : formatMoney(coupon.discount_value, currency, language);
    return coupon.discount_segment === 'shipping_fees' ? t('offShipping', { value }) : value;
  };
}
