import { SimpleGrid } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { changeOf } from '@/shared/lib/figures';
import { useStoreCurrency } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Sparkline } from '@/shared/ui/sparkline';
import { StatCard } from '@/shared/ui/stat-card';
import type { HomeFigures, Summary } from './home.api';
import type { HomeMetric } from './home.search';
import { useHomeText } from './i18n';

/** A metric as a number for a line; figures of orders are null for members who may not read them. */
export const valueOf = (metric: HomeMetric, figures: HomeFigures): number => Number(figures[metric] ?? 0);

/** A metric as text: an amount in the store's currency, or a count. */
export function useMetricText(metric: HomeMetric) {
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  return (figures: HomeFigures): string =>
    metric === 'sales' || metric === 'average'
      ? formatMoney(figures[metric] ?? '0', currency, language)
      : formatNumber(figures[metric] ?? 0);
}

/** DB-01: the figures of the period with their course; a press on one shows it in the chart below. */
export function HomeFiguresRow({
  data,
  metrics,
  shown,
}: {
  data: Summary;
  /** Those that the member may read. */
  metrics: readonly HomeMetric[];
  shown: HomeMetric;
}) {
  const t = useHomeText();
  const navigate = useNavigate({ from: '/' });
  const amount = (value: string | null) => <Money amount={value ?? '0'} style={{ whiteSpace: 'normal' }} />;
  const values = {
    sales: amount(data.now.sales),
    orders: <span className="num">{formatNumber(data.now.orders ?? 0)}</span>,
    average: amount(data.now.average),
    visitors: <span className="num">{formatNumber(data.now.visitors)}</span>,
  };
  return (
    <SimpleGrid cols={{ base: 2, md: metrics.length }} spacing={{ base: 12, sm: 20 }}>
      {metrics.map((metric) => (
        <StatCard
          key={metric}
          label={t(metric)}
          value={values[metric]}
          change={changeOf(valueOf(metric, data.now), valueOf(metric, data.before))}
          changeLabel={t('before')}
          note={metric === 'visitors' && t('views', { count: data.now.page_views })}
          trend={<Sparkline values={data.daily.map((day) => valueOf(metric, day.now))} />}
          chart={{
            label: t('showInChart', { name: t(metric) }),
            isShown: metric === shown,
            onShow: () =>
              void navigate({
                search: (before) => ({ ...before, metric: metric === metrics[0] ? undefined : metric }),
                replace: true,
                resetScroll: false,
              }),
          }}
        />
      ))}
    </SimpleGrid>
  );
}
