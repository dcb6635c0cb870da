import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatClock, formatNumber, formatPercent, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { changeOf } from '@/shared/lib/figures';
import { LineChart } from '@/shared/ui/chart';
import { ChartSection } from '@/shared/ui/chart-section';
import { EmptyState } from '@/shared/ui/empty-state';
import { useCan } from '@/shared/session/session';
import { ErrorState } from '@/shared/ui/error-state';
import { PageHeader } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useReportText } from './i18n';
import { PeriodPicker } from './period-picker';
import { visitsQuery, type VisitFigures, type VisitsReport } from './reports.api';
import { conversionOf } from './reports.model';
import { visitMetrics, type VisitMetric } from './reports.search';
import { Stale } from './stale';
import { useDayText, useReport } from './use-report';

/** DB-01: the visitors of a period, by day beside the period before, and by hour. */
export function VisitsPage() {
  const t = useReportText();
  const { search, days, today, change, range } = useReport();
  const query = useQuery(visitsQuery(days));
  const late = useDelayed(query.isPending);
  const metrics = useMetrics();
  const metric = metrics.find((one) => one === search.metric) ?? 'visitors';
  return (
    <>
      <PageHeader title={t('visits.title')} subtitle={range} />
      <Stack gap={20}>
        <PeriodPicker search={search} days={days} today={today} onChange={change} />
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <Stale isStale={query.isPlaceholderData}>
              <Totals data={query.data} metric={metric} onMetric={(next) => change({ metric: next })} />
            </Stale>
            {query.data ? (
              <Charts data={query.data} isStale={query.isPlaceholderData} metric={metric} />
            ) : (
              <Skeleton height={380} radius="lg" visible={late} />
            )}
            <Text size="xs" c="dimmed">
              {t('visits.text')} {metrics.includes('conversion') && t('conversion.text')}
            </Text>
          </>
        )}
      </Stack>
    </>
  );
}

const valueOf = (metric: VisitMetric, figures: VisitFigures): number | null =>
  metric === 'conversion' ? conversionOf(figures.orders ?? 0, figures.visitors) : figures[metric];

/** The conversion rate needs access to orders. */
function useMetrics(): readonly VisitMetric[] {
  const seesOrders = useCan('read', 'Order');
  return seesOrders ? visitMetrics : visitMetrics.filter((one) => one !== 'conversion');
}

const textOf = (metric: VisitMetric, figures: VisitFigures): string => {
  const value = valueOf(metric, figures);
  if (value === null) return '—';
  return metric === 'conversion' ? formatPercent(value) : formatNumber(value);
};

function Totals({
  data,
  metric: shown,
  onMetric,
}: {
  data: VisitsReport | undefined;
  metric: VisitMetric;
  /** Chooses the metric of the charts. */
  onMetric: (metric: VisitMetric) => void;
}) {
  const t = useReportText();
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: 12, sm: 20 }}>
      {useMetrics().map((metric) => {
        const now = data ? valueOf(metric, data.now) : null;
        const before = data ? valueOf(metric, data.before) : null;
        return (
          <StatCard
            key={metric}
            label={t(`metric.${metric}`)}
            loading={!data}
            chart={{
              label: t('showInChart', { name: t(`metric.${metric}`) }),
              isShown: metric === shown,
              onShow: () => onMetric(metric),
            }}
            value={data && <span className="num">{textOf(metric, data.now)}</span>}
            {...(now !== null && before !== null && { change: changeOf(now, before), changeLabel: t('before') })}
          />
        );
      })}
    </SimpleGrid>
  );
}

function Charts({ data, isStale, metric }: { data: VisitsReport; isStale: boolean; metric: VisitMetric }) {
  const t = useReportText();
  const day = useDayText();
  const { language } = useLanguage();
  const hourText = (hour: number) => formatClock(hour * 60, language);
  const name = t(`metric.${metric}`);
  const scale = (number: number) => (metric === 'conversion' ? formatPercent(number) : shortenNumber(number));
  const raw = (figures: VisitFigures) => valueOf(metric, figures) ?? '';
  const shared = {
    isStale,
    isEmpty: data.now.views === 0 && data.before.views === 0,
    empty: <EmptyState order={3} title={t('empty')} text={t('emptyVisits')} />,
  };
  const byDay = [t('day'), name, t('previous', { name })];
  const byHour = [t('hour'), name];
  return (
    <>
      <ChartSection
        {...shared}
        title={t('byDay', { name })}
        head={byDay}
        rows={data.daily.map((each) => [day(each.date, 'date'), textOf(metric, each.now), textOf(metric, each.before)])}
        csv={[byDay, ...data.daily.map((each) => [each.date, raw(each.now), raw(each.before)])]}
        file={`${metric}-${data.from}-${data.to}`}
      >
        <LineChart
          label={t('byDay', { name })}
          scale={scale}
          isWhole={metric !== 'conversion'}
          points={data.daily.map((each) => ({
            key: each.date,
            label: day(each.date),
            value: valueOf(metric, each.now) ?? 0,
            text: textOf(metric, each.now),
            before: valueOf(metric, each.before) ?? 0,
            beforeText: textOf(metric, each.before),
          }))}
        />
      </ChartSection>
      <ChartSection
        {...shared}
        title={t('byHour', { name })}
        head={byHour}
        rows={data.by_hour.map((each, hour) => [hourText(hour), textOf(metric, each)])}
        csv={[byHour, ...data.by_hour.map((each, hour) => [String(hour), raw(each)])]}
        file={`${metric}-${data.from}-${data.to}-hours`}
      >
        <LineChart
          label={t('byHour', { name })}
          scale={scale}
          isWhole={metric !== 'conversion'}
          points={data.by_hour.map((each, hour) => ({
            key: String(hour),
            label: hourText(hour),
            value: valueOf(metric, each) ?? 0,
            text: textOf(metric, each),
          }))}
        />
      </ChartSection>
    </>
  );
}
