import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages } from '@/shared/session/session';
import { useCourierMethodText } from './courier-method/i18n';
import { useShippingText } from './i18n';
import type { ShippingValues } from './shipping.model';
import type { ShippingProvider } from '@/modules/shipping/providers';

/** Client-side validation; the server checks everything. */
export function checkShipping(values: ShippingValues, kind: ShippingProvider): Record<string, string> {
  const errors: Record<string, string> = {};
  const required = useShared.now('rule.required');
  const languages = storeLanguages(getSession());
  if (languages.every((language) => !values.name[language].trim())) errors[`name.${languages[0] ?? 'ar'}`] = required;
  if (kind === 'PICKUP' && values.is_active && languages.every((l) => !values.pickup_address[l].trim()))
    errors[`pickup_address.${languages[0] ?? 'ar'}`] = useShippingText.now('pickupAddressFirst');
  if (kind !== 'PICKUP') {
    if (values.fixed_cost === '') errors.fixed_cost = required;
    if (values.cost_by === 'weight') {
      if (values.threshold_kg === null) errors.threshold_kg = required;
      if (values.extra_weight_cost === '') errors.extra_weight_cost = required;
      if (!values.step_kg) errors.step_kg = required;
    }
    const { delivery_days_min: min, delivery_days_max: max } = values;
    if (min !== null && max !== null && max < min) errors.delivery_days_max = useCourierMethodText.now('daysOrder');
  }
  return errors;
}
