import { ActionIcon, Anchor, Box, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderBriefList } from '@/modules/order-brief/order-brief-list';
import { PageNumbers } from '@/shared/table/page-numbers';
import { BackIcon, ForwardIcon } from '@/shared/ui/icons';
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
  // It keeps the focus at either end.
  const step = (label: string, to: number | null, Icon: typeof BackIcon) => (
    <ActionIcon
      variant="default"
      size={32}
      radius="md"
      aria-label={label}
      aria-disabled={to === null}
      data-disabled={to === null || undefined}
      onClick={() => to !== null && setPage(to)}
    >
      <Icon size={16} />
    </ActionIcon>
  );
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
            <Group
              component="nav"
              aria-label={t('orders.title')}
              justify="center"
              gap={8}
              py={12}
              style={{ borderBlockStart: '1px solid var(--line)' }}
            >
              {step(t('orders.previous'), page > 1 ? page - 1 : null, BackIcon)}
              <PageNumbers
                total={pages}
                page={page}
                siblings={1}
                nameOf={(number) => t('orders.page', { page: number })}
                onChange={setPage}
              />
              {step(t('orders.next'), page < pages ? page + 1 : null, ForwardIcon)}
            </Group>
          )}
        </Box>
      )}
    </Section>
  );
}
