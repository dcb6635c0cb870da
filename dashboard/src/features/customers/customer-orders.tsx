import { Anchor, Box, Group, Pagination, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderBriefList } from '@/modules/order-brief/order-brief-list';
import { Section } from '@/shared/ui/page';
import { ordersOfQuery, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

/** Numbers reach this many pages; from there the list of orders goes on. */
const mostPages = 100;

/** The customer's orders, the newest first, ten a page. */
export function CustomerOrders({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...ordersOfQuery(customer.id, page), placeholderData: keepPreviousData });
  // The first page came with the customer.
  const rows = query.data?.data ?? (page === 1 ? (customer.latest_orders ?? []) : []);
  const pages = Math.min(query.data?.meta.last_page ?? 1, mostPages);
  return (
    <Section
      title={t('orders.title')}
      actions={
        rows.length > 0 && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/orders/list" search={{ customer: customer.id }} />}
          >
            {t('allOrders')}
          </Anchor>
        )
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noOrders')}
        </Text>
      ) : (
        // The table reaches the edges of its card.
        <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
          <OrderBriefList orders={rows} label={t('orders.title')} ofOne />
          {pages > 1 && (
            <Group justify="center" py={12} style={{ borderBlockStart: '1px solid var(--line)' }}>
              <Pagination
                total={pages}
                value={page}
                onChange={setPage}
                size="sm"
                getItemProps={(number) => ({ 'aria-label': t('orders.page', { page: number }) })}
                getControlProps={(control) => ({
                  'aria-label': t(control === 'next' || control === 'last' ? 'orders.next' : 'orders.previous'),
                })}
              />
            </Group>
          )}
        </Box>
      )}
    </Section>
  );
}
