import type { Schema } from '@/shared/api/wire-schema';
import { useOnlinePaymentText } from './i18n';

type Side = Record<string, unknown> | null;

const reasons = [
  'duplicate_reference',
  'amount_too_large',
  'currency_not_accepted',
  'transaction_not_found',
  'account_not_accepted',
  'means_not_offered',
  'not_possible',
  'invalid_request',
  'insufficient_funds',
  'card_expired',
  'authentication_failed',
  'wrong_security_code',
  'suspected_fraud',
  'cancelled',
  'declined',
] as const;

const cases: readonly Schema<'PaymentCaseKind'>[] = [
  'amount_differs',
  'currency_differs',
  'account_differs',
  'reference_differs',
  'test_payment',
  'paid_twice',
  'paid_too_much',
  'paid_after_end',
  'unknown_payment',
  'held_for_review',
  'chargeback',
  'refund_not_requested',
  'refund_too_large',
];

/** An object in a side of an entry. */
function part(side: Side, field: string): Record<string, unknown> | null {
  const value = side?.[field];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isolated = (text: string) => `\u2068${text}\u2069`;

/** Brands, written alike in both languages; PayTabs is one in every country. */
const brands: Readonly<Record<string, string>> = {
  PAYMOB: 'Paymob',
  PAYTABS: 'PayTabs',
  PAYTABS_EG: 'PayTabs',
  PAYTABS_SA: 'PayTabs',
};

/** The name of a provider by its code, inside a sentence of either language. */
export const providerName = (code: string): string => isolated(brands[code] ?? code);

const providerOf = (of: Record<string, unknown>): string => providerName(textOf(of.provider));

/** With what was paid: `Visa •••• 4242`, or the kind of means. */
export function meansOf(of: { scheme?: unknown; last_four?: unknown; means?: unknown }): string {
  const t = useOnlinePaymentText.now;
  const [scheme, digits] = [textOf(of.scheme), textOf(of.last_four)];
  if (scheme && digits) return isolated(t('card', { scheme, digits: `•••• ${digits}` }));
  if (scheme) return isolated(scheme);
  const kinds = ['card', 'wallet', 'kiosk'] as const;
  const kind = kinds.find((known) => known === of.means) ?? 'other';
  return t(`means.${kind}`);
}

/** Why it was declined: what we know of it, else the gateway's own words. */
export function reasonOf(of: { code?: unknown; words?: unknown }): string {
  const t = useOnlinePaymentText.now;
  const code = reasons.find((known) => known === of.code);
  const words = textOf(of.words);
  if (code && (code !== 'declined' || !words)) return t(`reason.${code}`);
  return words ? isolated(words) : t('reason.unknown');
}

/** Describes an activity entry about an online payment, amounts formatted by `money`; null for other entries. */
export function describeOnlinePayment(after: Side, money: (amount: string) => string): string | null {
  const t = useOnlinePaymentText.now;
  const amountOf = (value: unknown) => money(textOf(value));
  const booked = part(after, 'online_payment');
  if (booked) {
    const who = { means: meansOf(booked), provider: providerOf(booked) };
    if (after?.payment) return t('paid', { amount: amountOf(after.payment), ...who });
    if (after?.refund) return t('refunded', { amount: amountOf(after.refund), ...who });
    if (after?.chargeback) return t('chargedBack', { amount: amountOf(after.chargeback), ...who });
  }
  const declined = part(after, 'payment_declined');
  if (declined) {
    return t('declined', { means: meansOf(declined), provider: providerOf(declined), reason: reasonOf(declined) });
  }
  const refused = part(after, 'refund_declined');
  if (refused) return t('refundDeclined', { provider: providerOf(refused), reason: reasonOf(refused) });
  const started = part(after, 'payment_started');
  if (started) return t('started', { amount: amountOf(started.amount), provider: providerOf(started) });
  const requested = part(after, 'refund_requested');
  if (requested) return t('refundRequested', { amount: amountOf(requested.amount), provider: providerOf(requested) });
  for (const [field, text] of [
    ['payment_case', 'case'],
    ['payment_case_closed', 'caseClosed'],
  ] as const) {
    const kind = cases.find((known) => known === part(after, field)?.kind);
    if (kind) return t(text, { case: t(`case.${kind}`) });
  }
  return null;
}
