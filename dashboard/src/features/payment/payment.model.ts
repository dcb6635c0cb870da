import type { StatusTone } from '@/shared/ui/tokens';
import type { Bank } from './accounts.api';
import type { Connection, PaymentMethod } from './payment.api';

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
