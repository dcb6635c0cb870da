import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { isOrderStatus } from '@/modules/status-badge/order-status';
import { useStatusText } from '@/modules/status-badge/i18n';
import { ChartSection } from '@/shared/ui/chart-section';
import { ErrorState } from '@/shared/ui/error-state';
import amounts from '@/shared/ui/amounts.module.css';
import { Money } from '@/shared/ui/money';
import { useReportText } from './i18n';
import { breakdownQuery } from './reports.api';
import type { Days } from './reports.model';
import { ShareList } from './share-list';

interface Part {
  key: string;
  /** The label as text, for the table and the file. */
  text: string;
  /** The label as an element, where it is more than text. */
  name?: ReactNode;
  orders: number;
  amount: string;
}

/** Breakdown of a period's orders: cities, payment methods, statuses. */
export function BreakdownCards({ days }: { days: Days }) {
  const t = useReportText();
  const status = useStatusText();
  const query = useQuery(breakdownQuery(days));
  const { data } = query;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return [0, 1, 2].map((n) => <Skeleton key={n} height={300} radius="lg" />);
  const card = (kind: 'cities' | 'payments' | 'statuses', head: string, parts: readonly Part[]) => (
    <ChartSection
      key={kind}
      title={t(kind)}
      head={[head, t('metric.orders'), t('metric.sales')]}
      rows={parts.map((part) => [part.text, String(part.orders), part.amount])}
      csv={[
        [head, t('metric.orders'), t('metric.sales')],
        ...parts.map((part) => [part.text, part.orders, part.amount]),
      ]}
      file={`${kind}-${days.from}-${days.to}`}
      isEmpty={parts.length === 0}
      isStale={query.isPlaceholderData}
      empty={
        <Text size="sm" c="dimmed" py={24} ta="center">
          {data.is_too_large ? t('tooLargeText') : t('empty')}
        </Text>
      }
    >
      <ShareList
        shares={parts.map((part) => ({
          key: part.key,
          name: part.name ?? <bdi>{part.text}</bdi>,
          aside: t('orders', { count: part.orders }),
          value: (
            <span className={amounts.amount}>
              <Money amount={part.amount} />
            </span>
          ),
          size: kind === 'statuses' ? part.orders : Number(part.amount),
        }))}
      />
    </ChartSection>
  );
  const others: Part[] =
    data.other_cities > 0
      ? [{ key: 'others', text: t('city.others'), orders: data.other_cities, amount: data.other_cities_sales }]
      : [];
  return [
    card('cities', t('city'), [
      ...data.cities.map((each) => ({
        key: `city ${each.city}`,
        text: each.city || t('city.none'),
        orders: each.orders,
        amount: each.sales,
      })),
      ...others,
    ]),
    card(
      'payments',
      t('payment'),
      data.payments.map((each) => {
        const key = `payment.${each.provider}`;
        return {
          key,
          text: each.provider === '' ? t('payment.none') : useReportText.has(key) ? t(key) : each.provider,
          orders: each.orders,
          amount: each.sales,
        };
      }),
    ),
    card(
      'statuses',
      t('status'),
      data.statuses.map((each) => ({
        key: each.status,
        text: isOrderStatus(each.status) ? status(`order.${each.status}`) : each.status,
        ...(isOrderStatus(each.status) && { name: <OrderStatusBadge status={each.status} /> }),
        orders: each.orders,
        amount: each.total,
      })),
    ),
  ];
}
