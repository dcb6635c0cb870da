import type { StatusTone } from '@/shared/ui/tokens';
import type { Bank } from './accounts.api';
import type { Connection, Credential, GatewayField, PaymentGateway, PaymentMethod } from './payment.api';

/** Words without the Arabic article. */
const bare = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/(^|\s)ال/g, '$1');

/** Whether a method's display name says the same as its kind, with or without the article: it is not repeated then. */
export const isSameName = (name: string, kind: string): boolean => bare(name) === bare(kind);

type ConnectionWord = 'incomplete' | 'untested' | 'connected' | 'test' | 'unauthorised' | 'refused' | 'unreachable';

/** How a gateway is reached, as one word of the catalogue (`state.*`) with its colour. */
export function connectionState(connection: Connection): { word: ConnectionWord; tone: StatusTone } {
  if (!connection.is_complete) return { word: 'incomplete', tone: 'amber' };
  switch (connection.outcome) {
    case null:
      return { word: 'untested', tone: 'gray' };
    case 'connected':
      return connection.is_live === false ? { word: 'test', tone: 'blue' } : { word: 'connected', tone: 'green' };
    case 'unauthorised':
      return { word: 'unauthorised', tone: 'red' };
    case 'unreachable':
      return { word: 'unreachable', tone: 'amber' };
    case 'refused':
    case 'unreadable':
      return { word: 'refused', tone: 'red' };
  }
}

/** What is typed, by field; null where a stored secret stays. */
export type CredentialValues = Record<string, string | null>;

/**
 * The values that the form of credentials begins with: stored secrets are not known and stay; the country of a new account is one
 * that takes the store's currency.
 */
export function credentialValues(
  { fields, regions }: Pick<PaymentGateway, 'fields' | 'regions'>,
  stored: readonly Credential[],
): CredentialValues {
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

/** The fields that are required and have no value, or one of another form than the gateway's. */
export function credentialFaults(
  fields: readonly GatewayField[],
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

/** The limits of a method for the list: none, one or both. */
export function limitsOf({ min_amount, max_amount }: PaymentMethod): { word: 'from' | 'upTo' | 'between' } | null {
  if (min_amount && max_amount) return { word: 'between' };
  if (min_amount) return { word: 'from' };
  return max_amount ? { word: 'upTo' } : null;
}

/** The bank that an IBAN is of, as far as its code is known; the IBAN may have blanks and small letters. */
export function bankOfIban(iban: string, banks: readonly Bank[]): Bank | undefined {
  const text = iban.replace(/\s/g, '').toUpperCase();
  const [country, account] = [text.slice(0, 2), text.slice(4)];
  return banks.find((bank) => bank.country === country && bank.iban_code !== '' && account.startsWith(bank.iban_code));
}
