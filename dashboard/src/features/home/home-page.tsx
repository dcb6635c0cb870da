import { Box, Group, SimpleGrid, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconReceipt, IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { OrderBriefList } from '@/modules/order-brief/order-brief-list';
import { useSalesText } from '@/modules/sales-figures/i18n';
import { CountingNote, SalesFiguresList } from '@/modules/sales-figures/sales-figures';
import { formatNumber } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useSession } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { ForwardIcon } from '@/shared/ui/icons';
import { Money } from '@/shared/ui/money';
import { PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { useDelayed } from '@/shared/ui/use-delayed';
import { DailySales } from './daily-sales';
import { checklistQuery, summaryQuery, type Summary } from './home.api';
import { changeOf } from '@/shared/lib/figures';
import { firstName } from '@/shared/lib/first-name';
import { useHomeText } from './i18n';
import { SetupCard } from './setup-card';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** DB-01: the last 30 days against the 30 before, what waits, and what is left to set up. */
export function HomePage() {
  const t = useHomeText();
  const { user } = useSession();
  const seesOrders = useCan('read', 'Order');
  const query = useQuery(summaryQuery);
  const checklist = useQuery(checklistQuery);
  const data = query.data;
  // The checklist's position depends on both answers: nothing is rendered where it would move away. A checklist whose
  // first fetch failed is not waited for.
  const waiting = query.isPending || (checklist.isPending && checklist.failureCount === 0);
  const late = useDelayed(waiting);
  // Before the first order the checklist is more useful than empty figures.
  const isNew = data?.latest_orders?.length === 0;
  const compareWeek = (now: number, before: number) => ({
    change: changeOf(now, before),
    changeLabel: t('beforeWeek'),
  });
  return (
    <>
      <PageHeader title={<bdi>{t('hello', { name: firstName(user?.name ?? '') })}</bdi>} subtitle={t('subtitle')} />
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : waiting || !data ? (
        late && (
          <HomeSkeleton isNew={checklist.data?.items.some((item) => item.code === 'first_order' && !item.is_done)} />
        )
      ) : (
        <Stack gap={20}>
          {isNew && <SetupCard isWide />}
          <CountingNote isCounting={data?.is_counting} />
          <SimpleGrid cols={{ base: 2, md: seesOrders ? 4 : 2 }} spacing={{ base: 12, sm: 20 }}>
            {seesOrders && <SalesCards data={data} />}
            <StatCard
              label={t('visitors')}
              value={<span className="num">{formatNumber(data.visitors_7d)}</span>}
              note={t('views', { count: data.page_views_7d })}
              {...compareWeek(data.visitors_7d, data.visitors_prev_7d)}
            />
          </SimpleGrid>
          {seesOrders ? (
            <TwoColumns
              main={
                <>
                  <Section
                    title={t('daily')}
                    actions={
                      <LinkAnchor to="/dashboard/ecommerce" size="sm">
                        {t('report')}
                      </LinkAnchor>
                    }
                  >
                    {data.daily && <DailySales days={data.daily} />}
                  </Section>
                  <Latest orders={data.latest_orders ?? []} />
                </>
              }
              side={
                <>
                  <Attention data={data} />
                  {!isNew && <SetupCard />}
                  {!isNew && <SalesBreakdown data={data} />}
                </>
              }
            />
          ) : (
            // Without access to orders the wide column is empty: the checklist takes the page.
            <>
              <Attention data={data} />
              <SetupCard />
            </>
          )}
        </Stack>
      )}
    </>
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
          <Skeleton key={card} height={124} radius="lg" />
        ))}
      </SimpleGrid>
      <TwoColumns main={<Skeleton height={300} radius="lg" />} side={<Skeleton height={180} radius="lg" />} />
    </Stack>
  );
}

/** Sales figures; only for users who may see orders. */
function SalesCards({ data }: { data: Summary }) {
  const t = useHomeText();
  const compare = (now: number, before: number) => ({ change: changeOf(now, before), changeLabel: t('before') });
  const now = { sales: data.sales_30d ?? '0', orders: data.orders_30d ?? 0, average: data.average_30d ?? '0' };
  const before = {
    sales: data.sales_prev_30d ?? '0',
    orders: data.orders_prev_30d ?? 0,
    average: data.average_prev_30d ?? '0',
  };
  return (
    <>
      <StatCard
        label={t('sales')}
        value={<Money amount={now.sales} style={{ whiteSpace: 'normal' }} />}
        {...compare(Number(now.sales), Number(before.sales))}
      />
      <StatCard
        label={t('orders')}
        value={<span className="num">{formatNumber(now.orders)}</span>}
        {...compare(now.orders, before.orders)}
      />
      <StatCard
        label={t('average')}
        value={<Money amount={now.average} style={{ whiteSpace: 'normal' }} />}
        {...compare(Number(now.average), Number(before.average))}
      />
    </>
  );
}

type LatestOrders = NonNullable<Summary['latest_orders']>;

function Latest({ orders }: { orders: LatestOrders }) {
  const t = useHomeText();
  return (
    <Section
      title={t('latest')}
      actions={
        <LinkAnchor to="/orders/list" size="sm">
          {t('all')}
        </LinkAnchor>
      }
    >
      {orders.length === 0 && <EmptyState order={3} title={t('latestEmpty')} text={t('latestEmptyText')} />}
      {orders.length > 0 && (
        // The table extends to the edges of its card.
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <OrderBriefList orders={orders} label={t('latest')} />
        </Box>
      )}
    </Section>
  );
}

/** The sales of the last 30 days, from gross to total. */
function SalesBreakdown({ data }: { data: Summary }) {
  const t = useSalesText();
  if (!data.made_of_30d || data.sales_30d === null) return null;
  return (
    <Section title={t('title')}>
      <SalesFiguresList of={data.made_of_30d} total={data.sales_30d} />
    </Section>
  );
}

function Attention({ data }: { data: Summary }) {
  const t = useHomeText();
  const isMore = (count: string) => data.more_than.includes(count);
  const rows = [
    {
      key: 'waiting',
      count: data.waiting_orders ?? 0,
      text: t('attention.waiting', { count: data.waiting_orders ?? 0 }),
      icon: IconShoppingBag,
      color: 'lapis',
      to: '/orders/list?status=PEND',
    },
    {
      key: 'receipts',
      count: data.waiting_receipts ?? 0,
      text: t('attention.receipts', { count: data.waiting_receipts ?? 0, isMore: isMore('waiting_receipts') }),
      icon: IconReceipt,
      color: 'lapis',
      to: '/orders/list?receipt=waiting',
    },
    {
      key: 'low',
      count: data.low_stock_products ?? 0,
      text: t('attention.lowStock', { count: data.low_stock_products ?? 0, isMore: isMore('low_stock_products') }),
      icon: IconAlertTriangle,
      color: 'yellow',
      to: '/products/list?stock=low,out',
    },
  ].filter((row) => row.count > 0);
  return (
    <Section title={t('attention')}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('attentionNone')}
        </Text>
      ) : (
        <Stack gap={12}>
          {rows.map((row) => (
            <LinkAnchor key={row.key} to={row.to} underline="never" c="inherit">
              <Group gap={12} wrap="nowrap">
                <ThemeIcon variant="light" color={row.color} size={36} radius="md">
                  <row.icon size={18} aria-hidden />
                </ThemeIcon>
                <Text size="sm" flex={1}>
                  {row.text}
                </Text>
                <ForwardIcon size={16} />
              </Group>
            </LinkAnchor>
          ))}
        </Stack>
      )}
    </Section>
  );
}
