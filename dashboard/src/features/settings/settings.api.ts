import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { ApiError, isApiError, type FieldErrors } from '@/shared/api/error';
import type { Texts } from '@/shared/i18n/texts';

/** ST-09: every setting of the store by its code. */
export interface StoreSettings {
  store_name: string;
  store_email: string;
  store_phone: string;
  store_industry: string;
  store_address: Texts;
  logo: string | null;
  favicon: string | null;
  vat_value: string;
  prices_include_vat: boolean;
  vat_number: string;
  legal_name: string;
  commercial_registration: string;
  document_footer: Texts;
  document_language: 'ar' | 'both' | 'en';
  document_paper: 'a4' | 'a5' | 'roll80';
  invoice_when: 'paid_or_shipped' | 'paid' | 'shipped' | 'manual';
  allow_guest_checkout: boolean;
  require_email_in_checkout: boolean;
  allow_worldwide_checkout: boolean;
  show_buy_now_button: boolean;
  skip_cart_page: boolean;
  checkout_hold_minutes: number;
  seo_title: Texts;
  seo_description: Texts;
  seo_keywords: Texts;
}
export type SettingCode = keyof StoreSettings;

/** The document does not type the values. */
export const settingsQuery = queryOptions({
  ...apiQuery('/settings'),
  select: (settings) => settings as StoreSettings,
});
export const settingsKey = ['settings'] as const;

/** The codes whose values differ from the saved ones. */
export const changedCodes = <V extends object>(saved: V, values: V): (keyof V & string)[] =>
  (Object.keys(values) as (keyof V & string)[]).filter(
    (code) => JSON.stringify(values[code]) !== JSON.stringify(saved[code]),
  );

/** Maps the errors of one value to the form's paths: `value.ar` of `seo_title` is `seo_title.ar`. */
export const fieldsOf = (code: string, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([path, messages]) => [path.replace(/^value/, code), messages]));

/** Saves the changed settings, one call each. A refusal does not stop the others; all refusals are thrown together. */
export async function saveSettings<V extends Partial<StoreSettings>>(saved: V, values: V): Promise<V> {
  const now = { ...saved };
  const refused: FieldErrors = {};
  for (const code of changedCodes(saved, values)) {
    try {
      await api.put('/settings/{code}', { path: { code }, body: { value: values[code] }, form: true });
      now[code] = values[code];
    } catch (error) {
      if (!isApiError(error) || error.outcome !== 'invalid') throw error;
      Object.assign(refused, fieldsOf(code, error.fields));
    }
  }
  if (Object.keys(refused).length > 0) throw new ApiError({ outcome: 'invalid', status: 422, fields: refused });
  return now;
}
