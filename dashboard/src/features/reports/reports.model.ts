/** Periods to choose from; the last is a custom range. */
export const periods = ['7', '30', '90', 'month', 'own'] as const;
export type PeriodName = (typeof periods)[number];

/** Metrics of the sales report's chart. */
export const salesMetrics = [
  'sales',
  'net',
  'returns',
  'received',
  'orders',
  'average',
  'first_orders',
  'returning',
  'conversion',
] as const;
/** Those of them that are amounts. */
export const salesAmounts = ['sales', 'net', 'returns', 'received', 'average'] as const;
export type SalesMetric = (typeof salesMetrics)[number];
/** Metrics of the visits report's chart. */
export const visitMetrics = ['visitors', 'views', 'conversion'] as const;
export type VisitMetric = (typeof visitMetrics)[number];

/** Search params of a report; defaults are left out. */
export interface ReportSearch {
  period?: PeriodName;
  from?: string;
  to?: string;
  metric?: SalesMetric | VisitMetric;
  by?: 'value';
}

export interface Days {
  from: string;
  to: string;
}

/** Maximum period of a report, in days; the same as on the server. */
export const mostDays = 366;

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const oneOf = <T extends string>(all: readonly T[], text: unknown): T | undefined => all.find((one) => one === text);

/** Adds days to a date. */
export function shifted(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}

/** Number of days of a range, both ends included. */
export const daysIn = ({ from, to }: Days): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** Parses the search params: unknown values are dropped. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = oneOf(periods, raw.period);
  const own = isDay(raw.from) && isDay(raw.to) && daysIn({ from: raw.from, to: raw.to }) >= 1;
  const metric = oneOf([...salesMetrics, ...visitMetrics], raw.metric);
  return {
    ...(period && period !== '30' && (period !== 'own' || own) && { period }),
    ...(period === 'own' && own && { from: String(raw.from), to: String(raw.to) }),
    ...(metric && { metric }),
    ...(raw.by === 'value' && { by: 'value' as const }),
  };
}

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
