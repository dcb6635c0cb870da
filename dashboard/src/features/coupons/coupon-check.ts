import { compareDecimal } from '@/shared/forms/decimal';
import { useShared } from '@/shared/i18n/use-shared';
import type { CouponValues } from './coupons.model';
import { useCouponText } from './i18n';

/** Client-side validation of a coupon; the server checks the rest. */
export function checkCoupon(values: CouponValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const t = useCouponText.now;
  const required = useShared.now('rule.required');
  if (!values.name.trim()) errors.name = required;
  if (!values.code.trim()) errors.code = required;
  else if ([...values.code.trim()].length < 3) errors.code = t('shortCode');
  if (values.discount_type === 'percentage') {
    if (values.percentage === null) errors.discount_value = required;
    else if (values.percentage <= 0) errors.discount_value = t('positive');
  } else if (values.amount === '') errors.discount_value = required;
  else if (compareDecimal(values.amount, '0') <= 0) errors.discount_value = t('positive');
  if (values.scope === 'products' && values.products.length === 0) errors.product_ids = t('noTargets');
  if (values.scope === 'categories' && values.category_ids.length === 0) errors.category_ids = t('noTargets');
  if (values.starts_at && values.ends_at && values.ends_at < values.starts_at) errors.ends_at = t('endsBeforeStart');
  return errors;
}
