import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Money } from '@/shared/ui/money';
import { DetailPage } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { eventsQuery, type GatewayEvent } from './events.api';
import classes from './events.module.css';
import { useEventText } from './i18n';

const tones = { waiting: 'blue', processed: 'green', dead: 'red' } as const;

/** PY-03: what the gateway of a method reported, for "did they tell us?". */
export function GatewayEvents({ methodId }: { methodId: string }) {
  const t = useEventText();
  const query = useQuery(eventsQuery(methodId));
  return (
    <section className={classes.events} aria-label={t('title')}>
      <Title order={3} size="h4">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb={10}>
        {t('text')}
      </Text>
      <DetailPage query={query}>
        {(events) =>
          events.length === 0 ? (
            <Text size="sm">{t('empty')}</Text>
          ) : (
            <ul className={classes.list}>
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ul>
          )
        }
      </DetailPage>
    </section>
  );
}

function Event({ event }: { event: GatewayEvent }) {
  const t = useEventText();
  const { transaction, order } = event;
  return (
    <li className={classes.event}>
      <span className={classes.line}>
        <span className={classes.name}>{t(nameOf(transaction))}</span>
        {transaction && <Money amount={transaction.amount} currency={transaction.currency} />}
      </span>
      <span className={classes.line}>
        <StatusBadge tone={tones[event.state]}>{t(`state.${event.state}`)}</StatusBadge>
        <Text component="span" size="xs" c="dimmed">
          <Time value={event.received_at} />
        </Text>
      </span>
      {event.reason && <Text size="xs">{event.reason}</Text>}
      {order && (
        <LinkAnchor to="/orders/view/$id" params={{ id: order.id }} size="sm">
          {t('order', { number: `\u2068#${order.number}\u2069` })}
        </LinkAnchor>
      )}
    </li>
  );
}

function nameOf(transaction: GatewayEvent['transaction']) {
  if (!transaction) return 'other' as const;
  return transaction.kind === 'charge' ? (`charge.${transaction.status}` as const) : transaction.kind;
}
