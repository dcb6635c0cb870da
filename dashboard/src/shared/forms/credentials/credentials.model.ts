import type { Schema } from '@/shared/api/wire-schema';
import { latinDigits } from '@/shared/i18n/digits';

/** A field of a provider's credentials, as the server describes it. */
export type CredentialField = Schema<'CredentialFieldView'>;

/** What is stored of a field: of a secret its last four characters and when it was set. */
export type Credential = Schema<'CredentialView'>;

/** The fields of a provider, and its countries with whether they take the store's currency. */
export interface ProviderFields {
  fields: readonly CredentialField[];
  regions: readonly { code: string; has_store_currency: boolean }[];
}

/** What is typed, by field; null where a stored secret stays. */
export type CredentialValues = Record<string, string | null>;

/**
 * The values that the form of credentials begins with: stored secrets are not known and stay; the country of a new account is one
 * that takes the store's currency.
 */
export function credentialValues({ fields, regions }: ProviderFields, stored: readonly Credential[]): CredentialValues {
  const region = regions.find((one) => one.has_store_currency)?.code;
  return Object.fromEntries(
    fields.map((field) => {
      const credential = stored.find((one) => one.field === field.name);
      if (field.is_secret && credential?.is_set && !credential.is_lost) return [field.name, null];
      const isNewRegion = field.name === 'region' && !stored.some((one) => one.is_set);
      return [field.name, credential?.value ?? ((isNewRegion && region) || '')];
    }),
  );
}

const hasValue = (values: CredentialValues, name: string) => values[name] === null || Boolean(values[name]?.trim());

/** Whether a field must have a value: always, or as long as another one that stands for it has none. */
export const isRequiredNow = (field: CredentialField, values: CredentialValues): boolean =>
  field.is_required ||
  (field.required_without.length > 0 && !field.required_without.every((name) => hasValue(values, name)));

/** The fields that are required and have no value, or one of another form than the provider's. */
export function credentialFaults(
  fields: readonly CredentialField[],
  values: CredentialValues,
): Record<string, 'required' | 'malformed'> {
  const faults: Record<string, 'required' | 'malformed'> = {};
  for (const field of fields) {
    const value = values[field.name]?.trim();
    if (!hasValue(values, field.name)) {
      if (isRequiredNow(field, values)) faults[field.name] = 'required';
    } else if (value && field.pattern && !isWellFormed(field, value)) {
      faults[field.name] = 'malformed';
    }
  }
  return faults;
}

/** Whether a value has the provider's form; a number in the digits of any keyboard, as the server reads it. */
function isWellFormed(field: CredentialField, value: string): boolean {
  if (field.kind === 'choice') return true;
  const read = field.kind === 'number' ? latinDigits(value) : value;
  return new RegExp(`^(?:${field.pattern})$`).test(read);
}

/** What is sent: secrets that stay are not. */
export const credentialBody = (values: CredentialValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
