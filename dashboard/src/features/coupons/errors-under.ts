import type { ApiForm } from '@/shared/forms/use-api-form';
import type { CouponValues } from './coupons.model';

/** The message of a field, or of one of its parts (`product_ids.3`). */
export const errorUnder = (errors: ApiForm<CouponValues>['errors'], path: string) => {
  const key = Object.keys(errors).find((each) => errors[each] && (each === path || each.startsWith(`${path}.`)));
  return key ? errors[key] : undefined;
};

/** Mantine clears only the message of the field itself. */
export const clearUnder = (form: ApiForm<CouponValues>, path: string) => {
  for (const key of Object.keys(form.errors)) {
    if (key === path || key.startsWith(`${path}.`)) form.clearFieldError(key);
  }
};
