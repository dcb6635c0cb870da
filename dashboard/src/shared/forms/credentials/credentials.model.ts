import type { Schema } from '@/shared/api/wire-schema';

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

/** The fields that are required and have no value, or one of another form than the provider's. */
export function credentialFaults(
  fields: readonly CredentialField[],
  values: CredentialValues,
): Record<string, 'required' | 'malformed'> {
  const has = (name: string) => values[name] === null || Boolean(values[name]?.trim());
  const faults: Record<string, 'required' | 'malformed'> = {};
  for (const field of fields) {
    const isRequired =
      field.is_required || (field.required_without.length > 0 && !field.required_without.every((name) => has(name)));
    const value = values[field.name]?.trim();
    if (!has(field.name)) {
      if (isRequired) faults[field.name] = 'required';
    } else if (value && field.kind === 'text' && field.pattern && !new RegExp(`^${field.pattern}$`).test(value)) {
      // Numbers are left to the server, which reads the digits of every keyboard.
      faults[field.name] = 'malformed';
    }
  }
  return faults;
}

/** What is sent: secrets that stay are not. */
export const credentialBody = (values: CredentialValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
