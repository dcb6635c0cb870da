import { isOrderStatus, paymentStatuses } from '@/modules/status-badge/order-status';
import { parseDecimal } from '@/shared/forms/decimal';
import { latinDigits } from '@/shared/i18n/digits';
import { listSearch, type ListSearch, type ListSpec } from '@/shared/table/list-search';
import { readGroups } from './list/rules';

/** The list spec of orders (OR-01). Dates are in the store's time zone: `2026-11-20`. */
export const ordersList: ListSpec = {
  sort: '-created_at',
  sortable: ['created_at', 'total', 'number'],
  filters: [
    'status',
    'payment_status',
    'payment',
    'shipping',
    'customer',
    'coupon',
    'receipt',
    'total.gte',
    'total.lte',
    'created_at.gte',
    'created_at.lte',
    'where',
  ],
};

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const validText = (value: string | number | undefined, ok: (text: string) => boolean) =>
  String(value ?? '')
    .split(',')
    .filter(ok)
    .join(',') || undefined;

/** For the route: invalid values are dropped. */
export function ordersSearch(raw: Record<string, unknown>): ListSearch {
  const search = listSearch(ordersList)(raw);
  const amount = (name: string) => {
    const text = search[name];
    return text === undefined ? undefined : parseDecimal(latinDigits(String(text)), 3, false) || undefined;
  };
  const day = (name: string) => {
    const text = String(search[name] ?? '');
    return isDay(text) ? text : undefined;
  };
  const checked: ListSearch = {
    ...search,
    status: validText(search.status, isOrderStatus),
    payment_status: validText(search.payment_status, (text) => (paymentStatuses as readonly string[]).includes(text)),
    'total.gte': amount('total.gte'),
    'total.lte': amount('total.lte'),
    'created_at.gte': day('created_at.gte'),
    'created_at.lte': day('created_at.lte'),
    receipt: search.receipt === 'waiting' ? 'waiting' : undefined,
    where: readGroups(search.where) ? search.where : undefined,
  };
  return Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined));
}

/** Values of the dialog param of an order's page; any other value opens none. */
const orderDialogs = ['CNCL', 'RTRN', 'not_paid', 'payment', 'refund'] as const;
export type OrderDialog = (typeof orderDialogs)[number];
/** `case`: the payment that somebody has to look at, whose amount is recorded by the dialog. */
export const orderSearch = (raw: Record<string, unknown>): { dialog?: OrderDialog; case?: string } => {
  const dialog = orderDialogs.find((name) => name === raw.dialog);
  if (!dialog) return {};
  return dialog === 'payment' && typeof raw.case === 'string' ? { dialog, case: raw.case } : { dialog };
};
