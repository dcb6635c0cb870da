import type { ReportSearch } from './reports.search';

/** Metrics of the sales report that are amounts. */
export const salesAmounts = ['sales', 'net', 'returns', 'received', 'average'] as const;

export interface Days {
  from: string;
  to: string;
}

/** Maximum period of a report, in days; the same as on the server. */
export const mostDays = 366;

/** Adds days to a date. */
export function shifted(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

/** Number of days of a range, both ends included. */
export const daysIn = ({ from, to }: Days): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** The date range of the search params, relative to the store's current date. */
export function daysOf(search: ReportSearch, today: string): Days {
  const { period = '30', from, to } = search;
  if (period === 'own' && from && to) {
    const end = to > today ? today : to;
    const start = from > end ? end : from;
    return daysIn({ from: start, to: end }) > mostDays
      ? { from: shifted(end, 1 - mostDays), to: end }
      : { from: start, to: end };
  }
  if (period === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  return { from: shifted(today, 1 - Number(period === 'own' ? '30' : period)), to: today };
}

/** Orders per visitor; null without visitors. It can exceed one: shoppers may block the counting. */
export const conversionOf = (orders: number, visitors: number): number | null =>
  visitors > 0 ? orders / visitors : null;
