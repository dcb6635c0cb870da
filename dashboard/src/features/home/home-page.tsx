import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSalesText } from '@/modules/sales-figures/i18n';
import { CountingNote, SalesFiguresList } from '@/modules/sales-figures/sales-figures';
import { useShared } from '@/shared/i18n/use-shared';
import { firstName } from '@/shared/lib/first-name';
import { useCan, useSession } from '@/shared/session/session';
import { ErrorState } from '@/shared/ui/error-state';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import classes from '@/shared/ui/chart-section.module.css';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';
import { useDelayed } from '@/shared/ui/use-delayed';
import { Attention } from './attention';
import { DailyChart } from './daily-chart';
import { HomeFiguresRow } from './home-figures';
import { checklistQuery, summaryQuery, type Checklist, type Summary } from './home.api';
import { homeMetrics, homePeriods, type HomePeriod } from './home.search';
import { useHomeText } from './i18n';
import { LatestOrders } from './latest-orders';
import { SetupCard } from './setup-card';
import { useSetupHidden } from './setup-hidden';

/** DB-01: the figures of a period against the one before, what waits, and what is left to set up. */
export function HomePage() {
  const t = useHomeText();
  const { user } = useSession();
  const { days = '30' } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const query = useQuery({ ...summaryQuery(days), placeholderData: keepPreviousData });
  const checklist = useQuery(checklistQuery);
  const [isHidden, setHidden] = useSetupHidden();
  const data = query.data;
  // The checklist's position depends on both answers: nothing is rendered where it would move away. A checklist whose
  // first fetch failed is not waited for.
  const waiting = query.isPending || (checklist.isPending && checklist.failureCount === 0);
  const late = useDelayed(waiting);
  const left = checklist.data && checklist.data.done < checklist.data.total ? checklist.data : undefined;
  const hide = () => {
    setHidden(true);
    toast.success({ title: t('setupHidden'), action: { label: t('undo'), run: () => setHidden(false) } });
  };
  const more: HeaderAction[] =
    left && isHidden
      ? [{ key: 'setup', label: t('setupShow'), icon: IconListCheck, onClick: () => setHidden(false) }]
      : [];
  return (
    <>
      <PageHeader
        title={<bdi>{t('hello', { name: firstName(user?.name ?? '') })}</bdi>}
        more={more}
        actions={
          <SegmentedControl
            aria-label={t('period')}
            value={days}
            onChange={(next) =>
              void navigate({
                search: (before) => ({ ...before, days: next === '30' ? undefined : (next as HomePeriod) }),
                replace: true,
              })
            }
            data={homePeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
          />
        }
      />
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : waiting || !data ? (
        late && (
          <HomeSkeleton isNew={checklist.data?.items.some((item) => item.code === 'first_order' && !item.is_done)} />
        )
      ) : (
        <HomeBody
          data={data}
          days={days}
          isStale={query.isPlaceholderData}
          checklist={isHidden ? undefined : left}
          onHide={hide}
        />
      )}
    </>
  );
}

function HomeBody({
  data,
  days,
  isStale,
  checklist,
  onHide,
}: {
  data: Summary;
  days: HomePeriod;
  /** The figures are those of the period that was shown before. */
  isStale: boolean;
  checklist: Checklist | undefined;
  onHide: () => void;
}) {
  const { metric } = useSearch({ from: '/' });
  const mayReadOrders = useCan('read', 'Order');
  const metrics = homeMetrics.filter((one) => mayReadOrders || one === 'visitors');
  const shown = metrics.find((one) => one === metric) ?? metrics[0] ?? 'visitors';
  // Before the first order the checklist is more useful than empty figures.
  const isNew = data.latest_orders?.length === 0;
  const setup = checklist && <SetupCard checklist={checklist} isWide={isNew} onHide={onHide} />;
  const chart = <DailyChart data={data} metric={shown} days={days} />;
  // In one column it stands before the chart: what waits comes before what was.
  const isNarrow = useNarrowScreen();
  const attention = <Attention data={data} />;
  return (
    <Stack gap={20} aria-busy={isStale} className={isStale ? classes.stale : undefined}>
      {isNew && setup}
      <CountingNote isCounting={data.is_counting} />
      <HomeFiguresRow data={data} metrics={metrics} shown={shown} />
      <TwoColumns
        main={
          <>
            {isNarrow && attention}
            {chart}
            {data.latest_orders && <LatestOrders orders={data.latest_orders} />}
          </>
        }
        side={
          <>
            {!isNarrow && attention}
            {!isNew && setup}
            {!isNew && <SalesBreakdown data={data} />}
          </>
        }
      />
    </Stack>
  );
}

/** Skeleton of the page. */
function HomeSkeleton({ isNew = false }: { isNew?: boolean }) {
  const s = useShared();
  return (
    <Stack gap={20} role="status" aria-busy="true" aria-label={s('loading')}>
      {isNew && <Skeleton height={212} radius="lg" />}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 12, sm: 20 }}>
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} height={156} radius="lg" />
        ))}
      </SimpleGrid>
      <TwoColumns main={<Skeleton height={380} radius="lg" />} side={<Skeleton height={180} radius="lg" />} />
    </Stack>
  );
}

/** The sales of the period, from gross to total. */
function SalesBreakdown({ data }: { data: Summary }) {
  const t = useSalesText();
  if (!data.made_of || data.now.sales === null) return null;
  return (
    <Section title={t('title')}>
      <SalesFiguresList of={data.made_of} total={data.now.sales ?? '0'} />
    </Section>
  );
}
