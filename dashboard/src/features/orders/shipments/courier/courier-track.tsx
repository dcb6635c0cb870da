import { Alert, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import type { OrderView } from '../../orders.api';
import { trackingQuery, type Shipment } from '../shipments.api';
import { CourierSteps } from './courier-steps';
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
        <CourierSteps label={t('track')} steps={data.events} />
      )}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {facts.join(' · ')}
        </Text>
      )}
    </div>
  );
}
