/** What a report's address holds. Beside the reports' model, since it loads with the routes. */

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

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const oneOf = <T extends string>(all: readonly T[], text: unknown): T | undefined => all.find((one) => one === text);

/** Parses the search params: unknown values are dropped. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = oneOf(periods, raw.period);
  const own = isDay(raw.from) && isDay(raw.to) && raw.from <= raw.to;
  const metric = oneOf([...salesMetrics, ...visitMetrics], raw.metric);
  return {
    ...(period && period !== '30' && (period !== 'own' || own) && { period }),
    ...(period === 'own' && own && { from: String(raw.from), to: String(raw.to) }),
    ...(metric && { metric }),
    ...(raw.by === 'value' && { by: 'value' as const }),
  };
}
