import type { Schema } from '@/shared/api/wire-schema';
import type { StatusTone } from '@/shared/ui/tokens';

/** The status codes of an order in the order of its life cycle (OR-04). */
export const orderStatuses = [
  'DRFT',
  'PEND',
  'PAID',
  'PRCS',
  'RDYS',
  'SHPD',
  'RDYP',
  'SDLV',
  'ODLV',
  'DLVR',
  'RFSD',
  'CNCL',
  'RTRN',
] as const satisfies readonly Schema<'OrderStatus'>[];
export type OrderStatus = Schema<'OrderStatus'>;

/** Payment status codes (OR-05). */
export const paymentStatuses = ['paid', 'not_paid'] as const satisfies readonly Schema<'PaymentStatus'>[];
export type PaymentStatus = Schema<'PaymentStatus'>;

/** Waiting is amber, work in the store blue, ready violet, under way cyan, done green, ended gray, failed red. */
export const orderTones: Record<OrderStatus, StatusTone> = {
  DRFT: 'gray',
  PEND: 'amber',
  PAID: 'blue',
  PRCS: 'blue',
  RDYS: 'violet',
  RDYP: 'violet',
  SHPD: 'cyan',
  ODLV: 'cyan',
  SDLV: 'cyan',
  DLVR: 'green',
  RFSD: 'red',
  RTRN: 'red',
  CNCL: 'gray',
};

export const isOrderStatus = (code: unknown): code is OrderStatus =>
  (orderStatuses as readonly unknown[]).includes(code);

/** Statuses that end an order: they need a confirmation, and may restock. */
export const isEnding = (status: OrderStatus): boolean => status === 'CNCL' || status === 'RTRN';
