import { compareDecimal } from '@/shared/forms/decimal';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages } from '@/shared/session/session';
import { usePaymentText } from './i18n';
import type { PaymentIn, PaymentMethod } from './payment.api';

/** The form of a payment method. */
export interface MethodValues {
  name: { ar: string; en: string };
  instructions: { ar: string; en: string };
  is_active: boolean;
  fixed_fees: string;
  ratio_fees: number | null;
  add_vat_to_payment_charges: boolean;
  disable_on_first_order: boolean;
  min_amount: string;
  max_amount: string;
  countries: string[];
}

export const valuesOf = (method: PaymentMethod): MethodValues => ({
  name: { ar: method.name.ar ?? '', en: method.name.en ?? '' },
  instructions: { ar: method.instructions.ar ?? '', en: method.instructions.en ?? '' },
  is_active: method.is_active,
  fixed_fees: method.fixed_fees,
  ratio_fees: Number(method.ratio_fees),
  add_vat_to_payment_charges: method.add_vat_to_payment_charges,
  disable_on_first_order: method.disable_on_first_order,
  min_amount: method.min_amount ?? '',
  max_amount: method.max_amount ?? '',
  countries: method.countries,
});

export const bodyOf = (values: MethodValues): PaymentIn => ({
  ...values,
  fixed_fees: values.fixed_fees || '0',
  ratio_fees: String(values.ratio_fees ?? 0),
  min_amount: values.min_amount || null,
  max_amount: values.max_amount || null,
});

export function checkMethod(values: MethodValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const languages = storeLanguages(getSession());
  if (languages.every((language) => !values.name[language].trim()))
    errors[`name.${languages[0] ?? 'ar'}`] = useShared.now('rule.required');
  const { min_amount: min, max_amount: max } = values;
  if (min && max && compareDecimal(max, '0') > 0 && compareDecimal(min, max) > 0)
    errors.max_amount = usePaymentText.now('maxBelowMin');
  return errors;
}
