import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { CallList, TrustScoreView } from '@/modules/trust/trust-score';
import { useTrustText } from '@/modules/trust/i18n';
import { Money } from '@/shared/ui/money';
import type { QueueCustomer, QueueOrder } from './confirm.api';
import { useConfirmText } from './i18n';
import amounts from '@/shared/ui/amounts.module.css';
import classes from './call-queue.module.css';

/** What is known of the customer: earlier calls, trust score, earlier orders. */
export function CallHistory({ customer, order }: { customer: QueueCustomer; order: QueueOrder }) {
  const t = useConfirmText();
  const trust = useTrustText();
  return (
    <>
      {customer.calls.length > 0 && (
        <section>
          <h3 className={classes.part}>{t('calls')}</h3>
          <CallList calls={customer.calls} />
        </section>
      )}
      <section>
        <h3 className={classes.part}>{trust('title')}</h3>
        <TrustScoreView score={order.score} />
        {order.decision.rule && (
          <Text size="xs" c="dimmed" mt={10}>
            {trust('rule', { name: `\u2068${order.decision.rule}\u2069` })}
          </Text>
        )}
      </section>
      <section>
        <h3 className={classes.part}>{t('earlier')}</h3>
        {customer.earlier.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noEarlier')}
          </Text>
        ) : (
          <ul className={classes.earlier}>
            {customer.earlier.map((one) => (
              <li key={one.id}>
                <Link to="/orders/view/$id" params={{ id: one.id }} className={classes.link}>
                  <span className="num">#{one.number}</span>
                </Link>
                <span className={amounts.amount}>
                  <Money amount={one.total} />
                </span>
                <OrderStatusBadge status={one.status} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
