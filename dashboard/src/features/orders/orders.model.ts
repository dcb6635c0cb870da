import { orderStatuses, type OrderStatus, type PaymentStatus } from '@/modules/status-badge/order-status';
import { compareDecimal } from '@/shared/forms/decimal';
import type { Schema } from '@/shared/api/wire-schema';

/** The date of a time in a time zone, as in the URL; the server uses the store's dates as well. */
function dayIn(moment: Date, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export type DayPreset = 'today' | 'yesterday' | 'week' | 'month';

/** Common date ranges, ending today in the store's time zone. */
export function presetDays(preset: DayPreset, now: Date, timeZone: string | undefined): [string, string] {
  const today = Date.parse(`${dayIn(now, timeZone)}T00:00:00Z`);
  const day = (back: number) => new Date(today - back * 86_400_000).toISOString().slice(0, 10);
  switch (preset) {
    case 'today':
      return [day(0), day(0)];
    case 'yesterday':
      return [day(1), day(1)];
    case 'week':
      return [day(6), day(0)];
    case 'month':
      return [day(29), day(0)];
  }
}

/**
 * Transitions of decisions 5: a copy of the server's table, which the API document does not have
 * (src/test/wire-lists.test.ts compares them). Used only for the choices of a bulk action: an order's own page shows
 * the server's `next_statuses`, and the server validates every change.
 */
export const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  DRFT: ['PEND', 'PAID', 'CNCL'],
  PEND: ['PAID', 'PRCS', 'CNCL'],
  PAID: ['PRCS', 'CNCL'],
  PRCS: ['RDYS', 'RDYP', 'CNCL'],
  RDYS: ['SHPD', 'PRCS', 'CNCL'],
  SHPD: ['ODLV', 'DLVR', 'RFSD', 'RTRN'],
  ODLV: ['DLVR', 'RFSD', 'RTRN'],
  RDYP: ['DLVR', 'SDLV', 'CNCL'],
  SDLV: ['RDYP', 'DLVR', 'CNCL'],
  RFSD: ['RTRN'],
  DLVR: ['RTRN'],
  CNCL: [],
  RTRN: [],
};

/**
 * Statuses that the interface offers. Paid is not among them: payment is marked apart, and `PAID` follows only from a
 * payment (an accepted receipt, a gateway).
 */
export const offeredStatuses: readonly OrderStatus[] = orderStatuses.filter((status) => status !== 'PAID');

/** Statuses that some of these orders can move to, with how many can, in the order of the life cycle. */
export function reachable(statuses: readonly OrderStatus[]): { status: OrderStatus; count: number }[] {
  return offeredStatuses
    .map((status) => ({ status, count: statuses.filter((from) => transitions[from].includes(status)).length }))
    .filter((choice) => choice.count > 0);
}

/** The status that orders moved to `status` can be moved back to: all came from it, and the transition exists. */
export function undoStatus(status: OrderStatus | null, from: readonly OrderStatus[]): OrderStatus | null {
  const [first] = from;
  return status && first && from.every((one) => one === first) && transitions[status].includes(first) ? first : null;
}

const natural: Partial<Record<OrderStatus, OrderStatus>> = {
  DRFT: 'PEND',
  PEND: 'PRCS',
  PAID: 'PRCS',
  RDYS: 'SHPD',
  SHPD: 'ODLV',
  ODLV: 'DLVR',
  RDYP: 'DLVR',
  SDLV: 'DLVR',
  RFSD: 'RTRN',
};

/** The usual next step, if the server allows it now; a pickup order becomes ready for pickup. */
export function naturalNext(
  status: OrderStatus,
  next: readonly OrderStatus[],
  shippingProvider: string,
): OrderStatus | null {
  const preferred = status === 'PRCS' ? (shippingProvider === 'PICKUP' ? 'RDYP' : 'RDYS') : natural[status];
  return preferred && next.includes(preferred) ? preferred : null;
}

/** One line of the totals; a negative one is a discount. */
export interface TotalLine {
  key: 'subtotal' | 'discount' | 'coupon' | 'vat' | 'shipping' | 'fees';
  amount: string;
  negative?: boolean;
}

const isZero = (amount: string) => compareDecimal(amount, '0') === 0;

/**
 * The lines above the total, which add up to it (decisions 5): included VAT is part of the prices and shown below the
 * total instead. Shipping is always shown, even when it is free; zero lines are left out.
 */
export function totalLines(order: {
  subtotal: string;
  other_discount: string;
  coupon: { segment: 'products_price' | 'shipping_fees'; discount: string } | null;
  vat: string;
  is_vat_included: boolean;
  full_shipping_fees: string;
  payment_fees: string;
}): TotalLine[] {
  const lines: TotalLine[] = [{ key: 'subtotal', amount: order.subtotal }];
  if (!isZero(order.other_discount)) lines.push({ key: 'discount', amount: order.other_discount, negative: true });
  // A coupon's discount is shown below the amount it reduces.
  const coupon = order.coupon && ({ key: 'coupon', amount: order.coupon.discount, negative: true } as const);
  if (coupon && order.coupon?.segment === 'products_price') lines.push(coupon);
  lines.push({ key: 'shipping', amount: order.full_shipping_fees });
  if (coupon && order.coupon?.segment === 'shipping_fees') lines.push(coupon);
  if (!isZero(order.payment_fees)) lines.push({ key: 'fees', amount: order.payment_fees });
  if (!order.is_vat_included && !isZero(order.vat)) lines.push({ key: 'vat', amount: order.vat });
  return lines;
}

/** "15.00" gives "15", "7.50" gives "7.5". */
export const readableRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '') : rate;

export type { OrderStatus, PaymentStatus };

const delivery: readonly OrderStatus[] = ['PEND', 'PRCS', 'RDYS', 'SHPD', 'DLVR'];
const pickup: readonly OrderStatus[] = ['PEND', 'PRCS', 'RDYP', 'DLVR'];
const standsFor: Partial<Record<OrderStatus, OrderStatus>> = { PAID: 'PEND', ODLV: 'SHPD', SDLV: 'RDYP' };

/** The stage that a status belongs to. */
export const stageOf = (status: OrderStatus): OrderStatus => standsFor[status] ?? status;

/**
 * The usual stages of an order, and the current one. An order that left them (cancelled, refused, returned, not yet
 * placed) has no stages.
 */
export function stagesOf(
  status: OrderStatus,
  shippingProvider: string,
): { stages: readonly OrderStatus[]; at: number } | null {
  const stages =
    status === 'RDYP' || status === 'SDLV' || (shippingProvider === 'PICKUP' && status !== 'RDYS') ? pickup : delivery;
  const at = stages.indexOf(stageOf(status));
  return at < 0 ? null : { stages, at };
}

/** Until an order is ready (decisions 5); the server checks it again. */
export const isEditable = (status: OrderStatus): boolean => ['PEND', 'PAID', 'PRCS'].includes(status);

/** Everything that was paid went back, and nothing has left the store: it can only be cancelled. */
export const isToCancel = (order: {
  next_statuses: readonly OrderStatus[];
  money: Pick<Schema<'OrderMoney'>, 'state'>;
}): boolean => order.money.state === 'refunded' && order.next_statuses.includes('CNCL');
