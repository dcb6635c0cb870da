import { Alert, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { CallList, TrustScoreView } from '@/modules/trust/trust-score';
import { useTrustText } from '@/modules/trust/i18n';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import type { QueueCustomer, QueueOrder } from './confirm.api';
import { useConfirmText } from './i18n';
import classes from './call-queue.module.css';

/** The customer's history: trust score, earlier orders, earlier calls. */
export function CallQueueSide({ customer, order }: { customer: QueueCustomer; order: QueueOrder }) {
  const t = useConfirmText();
  const trust = useTrustText();
  const block = customer.customer?.block;
  return (
    <>
      {block && (
        <Alert color="red" icon={<IconBan size={18} />} title={t('blocked')}>
          <bdi>{block.reason}</bdi>
        </Alert>
      )}
      <Section title={trust('title')}>
        <TrustScoreView score={order.score} />
        {order.decision.rule && (
          <Text size="xs" c="dimmed" mt={10}>
            {trust('rule', { name: `\u2068${order.decision.rule}\u2069` })}
          </Text>
        )}
      </Section>
      <Section title={t('earlier')}>
        {customer.earlier.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noEarlier')}
          </Text>
        ) : (
          <ul className={classes.items} style={{ marginBlockStart: 0 }}>
            {customer.earlier.map((one) => (
              <li key={one.id} className={classes.item}>
                <Link to="/orders/view/$id" params={{ id: one.id }} className={classes.link}>
                  <span className="num">#{one.number}</span>
                </Link>
                <OrderStatusBadge status={one.status} />
                <Money amount={one.total} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {customer.calls.length > 0 && (
        <Section title={t('calls')}>
          <CallList calls={customer.calls} />
        </Section>
      )}
    </>
  );
}
