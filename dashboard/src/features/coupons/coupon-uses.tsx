import { Box, Group, Pagination, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { DataTable, type Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { Tip } from '@/shared/ui/tip';
import { usesQuery, type CouponUse } from './coupons.api';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';

/** Page numbers reach this far; beyond it a link leads to the list of orders. */
const mostPages = 100;

/** The orders that have, or had, the coupon, the latest first. */
export default function CouponUses({ coupon }: { coupon: CouponView }) {
  const t = useCouponText();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...usesQuery(coupon.id, page), placeholderData: keepPreviousData });
  const rows = query.data?.data ?? [];
  const pages = Math.min(query.data?.meta.last_page ?? 1, mostPages);
  const columns: Column<CouponUse>[] = [
    {
      key: 'order',
      header: t('uses.order'),
      card: 'title',
      cell: (use) => (
        <span className={classes.state}>
          <span className="num">{use.order_number === null ? '—' : `#${use.order_number}`}</span>
          {use.given_back_at && (
            <Tip label={() => t('uses.givenBackText')}>
              <span>
                <StatusBadge tone="gray" dot={false}>
                  {t('uses.givenBack')}
                </StatusBadge>
              </span>
            </Tip>
          )}
        </span>
      ),
    },
    { key: 'customer', header: t('uses.customer'), card: 'meta', cell: (use) => <bdi>{use.customer_name || '—'}</bdi> },
    { key: 'when', header: t('uses.when'), card: 'meta', cell: (use) => <Time value={use.used_at} /> },
    {
      key: 'amount',
      header: t('uses.amount'),
      card: 'end',
      align: 'number',
      cell: (use) => (use.amount === null ? '—' : <Money amount={use.amount} />),
    },
  ];
  return (
    <Section title={t('uses')}>
      {query.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('uses.none')}
        </Text>
      )}
      {rows.length > 0 && (
        // The table extends to the edges of its card.
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <DataTable
            label={t('uses')}
            columns={columns}
            rows={rows}
            rowId={(use) => use.id}
            rowLink={(use) => (use.order_id ? { to: '/orders/view/$id', params: { id: use.order_id } } : undefined)}
          />
          {pages > 1 && (
            <Group justify="center" py={12} style={{ borderBlockStart: '1px solid var(--line)' }}>
              <Pagination
                total={pages}
                value={page}
                onChange={setPage}
                size="sm"
                getItemProps={(number) => ({ 'aria-label': t('uses.page', { page: number }) })}
                getControlProps={(control) => ({
                  'aria-label': t(control === 'next' || control === 'last' ? 'uses.next' : 'uses.previous'),
                })}
              />
            </Group>
          )}
        </Box>
      )}
    </Section>
  );
}
