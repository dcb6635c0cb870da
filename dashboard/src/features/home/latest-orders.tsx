import { Box } from '@mantine/core';
import { OrderBriefList } from '@/modules/order-brief/order-brief-list';
import { EmptyState } from '@/shared/ui/empty-state';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Section } from '@/shared/ui/page';
import type { Summary } from './home.api';
import { useHomeText } from './i18n';

/** The newest orders. */
export function LatestOrders({ orders }: { orders: NonNullable<Summary['latest_orders']> }) {
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
