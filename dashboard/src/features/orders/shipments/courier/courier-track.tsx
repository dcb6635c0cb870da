import { Alert, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../../orders.api';
import { trackingQuery, type Shipment } from '../shipments.api';
import classes from '../shipments.module.css';
import { useCourierShipmentText } from './i18n';

/** SP-04: the courier's steps, the newest first, with what it says about attempts, cash and its fee. */
export default function CourierTrack({ shipment, order }: { shipment: Shipment; order: OrderView }) {
  const t = useCourierShipmentText();
  const s = useShared();
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery(trackingQuery(order.id, shipment.id));
  if (error)
    return (
      <Text size="sm" component="div" mt={6}>
        {t('track.failed')}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {s('tryAgain')}
        </Button>
      </Text>
    );
  if (!data) return <Loader size="xs" mt={6} aria-label={s('loading')} />;
  const money = (amount: string) => formatMoney(amount, order.currency, language);
  const facts = [
    data.attempts > 0 && t('track.attempts', { count: data.attempts }),
    data.collected !== null && t('track.collected', { amount: money(data.collected) }),
    data.fee !== null && t('track.fee', { amount: money(data.fee) }),
    data.checked_at !== null && t('track.checked', { when: formatDate(data.checked_at) }),
  ].filter((fact) => fact !== false);
  return (
    <div>
      {data.differs && (
        <Alert color="yellow" mt={6} p={10}>
          {t('track.differs')}
        </Alert>
      )}
      {data.reason && (
        <Text size="sm" component="div" mt={6} style={{ overflowWrap: 'anywhere' }}>
          {t('track.reason', { words: `\u2068${data.reason}\u2069` })}
        </Text>
      )}
      {data.events.length === 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          {data.label ?? t('track.empty')}
        </Text>
      ) : (
        <ol className={classes.history} aria-label={t('track')}>
          {data.events.toReversed().map((event, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the courier gives events no id, and repeats them
            <li key={`${at} ${event.code}`}>
              <div>
                {event.label}
                {event.at && (
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Time value={event.at} style="short" />
                  </Text>
                )}
                {event.words && event.words !== event.label && (
                  <Text size="xs" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {event.words}
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {facts.join(' · ')}
        </Text>
      )}
    </div>
  );
}
