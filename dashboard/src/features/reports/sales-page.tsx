import { Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSalesText } from '@/modules/sales-figures/i18n';
import { CountingNote, SalesFiguresList } from '@/modules/sales-figures/sales-figures';
import { formatMoney, formatNumber, formatPercent, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { changeOf } from '@/shared/lib/figures';
import { useStoreCurrency } from '@/shared/session/session';
import { BarChart } from '@/shared/ui/chart';
import { ChartSection } from '@/shared/ui/chart-section';
import stale from '@/shared/ui/chart-section.module.css';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Money } from '@/shared/ui/money';
import { PageHeader, Section } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { useDelayed } from '@/shared/ui/use-delayed';
import { BestSellersCard } from './best-sellers';
import { BreakdownCards } from './breakdown';
import { useReportText } from './i18n';
import { PeriodPicker } from './period-picker';
import { salesQuery, type SalesFigures, type SalesReport } from './reports.api';
import { conversionOf, salesAmounts, salesMetrics, type SalesMetric } from './reports.model';
import { useDayText, useReport } from './use-report';

/** DB-01: the sales of a period, by day beside the period before, with their breakdown. */
export function SalesPage() {
  const t = useReportText();
  const { search, days, today, change, range } = useReport();
  const query = useQuery(salesQuery(days));
  const metric = salesMetrics.find((one) => one === search.metric) ?? 'sales';
  return (
    <>
      <PageHeader title={t('sales.title')} subtitle={range} />
      <Stack gap={20}>
        <PeriodPicker search={search} days={days} today={today} onChange={change} />
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <CountingNote isCounting={query.data?.is_counting} />
            <Stack
              gap={20}
              aria-busy={query.isPlaceholderData}
              className={query.isPlaceholderData ? stale.stale : undefined}
            >
              <Totals data={query.data} />
              <SalesBreakdown data={query.data} />
            </Stack>
            <ByDay
              data={query.data}
              isStale={query.isPlaceholderData}
              metric={metric}
              onMetric={(next) => change({ metric: next })}
            />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing={20}>
              <BestSellersCard
                days={days}
                by={search.by ?? 'quantity'}
                onBy={(by) => change({ by: by === 'value' ? 'value' : undefined })}
              />
              <BreakdownCards days={days} />
            </SimpleGrid>
            <Text size="xs" c="dimmed">
              {t('sales.text')} {t('conversion.text')}
            </Text>
          </>
        )}
      </Stack>
    </>
  );
}

/** A metric of the report: its number for the chart, and its formatted text. */
function useMetric(metric: SalesMetric) {
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const amountOf = (figures: SalesFigures): string | undefined => {
    const amount = salesAmounts.find((one) => one === metric);
    return amount && figures[amount];
  };
  const value = (figures: SalesFigures): number | null => {
    if (metric === 'conversion') return conversionOf(figures.orders, figures.visitors);
    if (metric === 'returning') return figures.orders - figures.first_orders;
    return Number(figures[metric]);
  };
  const text = (figures: SalesFigures): string => {
    const number = value(figures);
    if (number === null) return '—';
    const amount = amountOf(figures);
    if (amount !== undefined) return formatMoney(amount, currency, language);
    return metric === 'conversion' ? formatPercent(number) : formatNumber(number);
  };
  /** Raw values for the CSV: decimal strings stay as they are. */
  const raw = (figures: SalesFigures): string | number => amountOf(figures) ?? value(figures) ?? '';
  const scale = (number: number) => (metric === 'conversion' ? formatPercent(number) : shortenNumber(number));
  return { value, text, raw, scale };
}

function Totals({ data }: { data: SalesReport | undefined }) {
  const t = useReportText();
  const waiting = !data;
  const card = (metric: SalesMetric, value: ReactNode, now: number | null, before: number | null) => (
    <StatCard
      key={metric}
      label={t(`metric.${metric}`)}
      loading={waiting}
      value={value}
      {...(now !== null && before !== null && { change: changeOf(now, before), changeLabel: t('before') })}
    />
  );
  const { now, before } = data ?? {};
  const number = (value: number | undefined) =>
    value !== undefined && <span className="num">{formatNumber(value)}</span>;
  const conversion = now ? conversionOf(now.orders, now.visitors) : null;
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: 12, sm: 20 }}>
      {card(
        'sales',
        now && <Money amount={now.sales} style={{ whiteSpace: 'normal' }} />,
        now ? Number(now.sales) : null,
        before ? Number(before.sales) : null,
      )}
      {card('orders', number(now?.orders), now?.orders ?? null, before?.orders ?? null)}
      {card(
        'average',
        now && <Money amount={now.average} style={{ whiteSpace: 'normal' }} />,
        now ? Number(now.average) : null,
        before ? Number(before.average) : null,
      )}
      {card('first_orders', number(now?.first_orders), now?.first_orders ?? null, before?.first_orders ?? null)}
      {card(
        'returning',
        number(now && now.orders - now.first_orders),
        now ? now.orders - now.first_orders : null,
        before ? before.orders - before.first_orders : null,
      )}
      {card(
        'conversion',
        now && (conversion === null ? '—' : <span className="num">{formatPercent(conversion)}</span>),
        conversion,
        before ? conversionOf(before.orders, before.visitors) : null,
      )}
    </SimpleGrid>
  );
}

/** From gross sales to the total, and the part received. */
function SalesBreakdown({ data }: { data: SalesReport | undefined }) {
  const t = useReportText();
  const s = useSalesText();
  const late = useDelayed(!data);
  if (!data) return <Skeleton height={300} radius="lg" visible={late} />;
  return (
    <Section title={s('title')}>
      <SalesFiguresList
        of={data.now}
        total={data.now.sales}
        secondary={{ label: t('metric.received'), amount: data.now.received }}
      />
    </Section>
  );
}

function ByDay({
  data,
  isStale,
  metric,
  onMetric,
}: {
  data: SalesReport | undefined;
  isStale: boolean;
  metric: SalesMetric;
  onMetric: (metric: SalesMetric) => void;
}) {
  const t = useReportText();
  const day = useDayText();
  const late = useDelayed(!data);
  const { value, text, raw, scale } = useMetric(metric);
  const name = t(`metric.${metric}`);
  if (!data) return <Skeleton height={380} radius="lg" visible={late} />;
  const head = [t('day'), name, t('previous', { name })];
  return (
    <ChartSection
      title={t('byDay', { name })}
      choice={
        <Select
          aria-label={t('metric')}
          w={240}
          allowDeselect={false}
          value={metric}
          onChange={(next) => onMetric(salesMetrics.find((one) => one === next) ?? 'sales')}
          data={salesMetrics.map((one) => ({ value: one, label: t(`metric.${one}`) }))}
        />
      }
      head={head}
      rows={data.daily.map((each) => [day(each.date, 'date'), text(each.now), text(each.before)])}
      csv={[head, ...data.daily.map((each) => [each.date, raw(each.now), raw(each.before)])]}
      file={`${metric}-${data.from}-${data.to}`}
      isStale={isStale}
      isEmpty={data.now.orders === 0 && data.before.orders === 0}
      empty={<EmptyState order={3} title={t('empty')} text={t('emptySales')} />}
    >
      <BarChart
        label={t('byDay', { name })}
        scale={scale}
        points={data.daily.map((each) => ({
          key: each.date,
          label: day(each.date),
          value: value(each.now) ?? 0,
          text: text(each.now),
          before: value(each.before) ?? 0,
          beforeText: text(each.before),
        }))}
      />
    </ChartSection>
  );
}
