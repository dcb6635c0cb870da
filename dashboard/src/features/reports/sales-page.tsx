import { SimpleGrid, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useSalesText } from '@/modules/sales-figures/i18n';
import { CountingNote, SalesFiguresList } from '@/modules/sales-figures/sales-figures';
import { formatMoney, formatNumber, formatPercent, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { changeOf } from '@/shared/lib/figures';
import { useStoreCurrency } from '@/shared/session/session';
import { LineChart } from '@/shared/ui/chart';
import { ChartSection } from '@/shared/ui/chart-section';
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
import { conversionOf, salesAmounts } from './reports.model';
import { salesMetrics, type SalesMetric } from './reports.search';
import classes from './reports.module.css';
import { Stale } from './stale';
import { useDayText, useReport } from './use-report';

/** DB-01: the sales of a period, by day beside the period before, with their breakdown. */
export function SalesPage() {
  const t = useReportText();
  const { search, days, today, change, range } = useReport();
  const query = useQuery(salesQuery(days));
  const metric = salesMetrics.find((one) => one === search.metric) ?? 'sales';
  const chart = useRef<HTMLDivElement>(null);
  const show = (next: SalesMetric) => {
    change({ metric: next });
    chart.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };
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
            <Stale isStale={query.isPlaceholderData}>
              <Totals data={query.data} metric={metric} onMetric={show} />
            </Stale>
            <div ref={chart}>
              <ByDay data={query.data} isStale={query.isPlaceholderData} metric={metric} />
            </div>
            <Stale isStale={query.isPlaceholderData}>
              <SalesBreakdown data={query.data} metric={metric} onMetric={show} />
            </Stale>
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
  const isWhole = metric !== 'conversion' && !salesAmounts.some((one) => one === metric);
  return { value, text, raw, scale, isWhole };
}

/** What chooses the chart's metric. */
interface MetricChoice {
  metric: SalesMetric;
  onMetric: (metric: SalesMetric) => void;
}

function Totals({ data, metric: shown, onMetric }: MetricChoice & { data: SalesReport | undefined }) {
  const t = useReportText();
  const waiting = !data;
  const card = (metric: SalesMetric, value: ReactNode, now: number | null, before: number | null) => (
    <StatCard
      key={metric}
      label={t(`metric.${metric}`)}
      loading={waiting}
      value={value}
      chart={{
        label: t('showInChart', { name: t(`metric.${metric}`) }),
        isShown: metric === shown,
        onShow: () => onMetric(metric),
      }}
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
function SalesBreakdown({ data, metric, onMetric }: MetricChoice & { data: SalesReport | undefined }) {
  const t = useReportText();
  const s = useSalesText();
  const late = useDelayed(!data);
  if (!data) return <Skeleton height={300} radius="lg" visible={late} />;
  const button = (of: SalesMetric, label: string) => (
    <UnstyledButton
      className={classes.metric}
      aria-label={t('showInChart', { name: label })}
      aria-pressed={of === metric}
      onClick={() => onMetric(of)}
    >
      {label}
      <IconChartLine size={15} aria-hidden />
    </UnstyledButton>
  );
  return (
    <Section title={s('title')}>
      <SalesFiguresList
        of={data.now}
        total={data.now.sales}
        labelOf={(row, label) => (row === 'net' || row === 'returns' ? button(row, label) : label)}
        secondary={{ label: button('received', t('metric.received')), amount: data.now.received }}
      />
    </Section>
  );
}

function ByDay({ data, isStale, metric }: { data: SalesReport | undefined; isStale: boolean; metric: SalesMetric }) {
  const t = useReportText();
  const day = useDayText();
  const late = useDelayed(!data);
  const { value, text, raw, scale, isWhole } = useMetric(metric);
  const name = t(`metric.${metric}`);
  if (!data) return <Skeleton height={380} radius="lg" visible={late} />;
  const head = [t('day'), name, t('previous', { name })];
  return (
    <ChartSection
      title={t('byDay', { name })}
      head={head}
      rows={data.daily.map((each) => [day(each.date, 'date'), text(each.now), text(each.before)])}
      csv={[head, ...data.daily.map((each) => [each.date, raw(each.now), raw(each.before)])]}
      file={`${metric}-${data.from}-${data.to}`}
      isStale={isStale}
      isEmpty={data.now.orders === 0 && data.before.orders === 0}
      empty={<EmptyState order={3} title={t('empty')} text={t('emptySales')} />}
    >
      <LineChart
        label={t('byDay', { name })}
        scale={scale}
        isWhole={isWhole}
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
