/** The periods of the home page, in days up to today. The server knows the same. */
export const homePeriods = ['7', '30', '90'] as const;
export type HomePeriod = (typeof homePeriods)[number];

/** What the chart of the home page shows. */
export const homeMetrics = ['sales', 'orders', 'average', 'visitors'] as const;
export type HomeMetric = (typeof homeMetrics)[number];

/** Search params of the home page; the defaults, 30 days and sales, are left out. */
export interface HomeSearch {
  days?: HomePeriod;
  metric?: HomeMetric;
}

/** Parses the search params: unknown values are dropped. */
export const homeSearch = ({ days, metric }: Record<string, unknown>): HomeSearch => ({
  days: homePeriods.find((one) => one === days),
  metric: homeMetrics.find((one) => one === metric),
});
