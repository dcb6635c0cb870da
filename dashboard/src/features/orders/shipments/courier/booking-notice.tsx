import { Button, Text } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { OrderView } from '../../orders.api';
import { useShipmentText } from '../i18n';
import { ParcelDisclosure } from '../parcel-disclosure';
import type { Shipment } from '../shipments.api';

const PendingChange = lazyPart(() => import('./pending-change'));
const CourierTrack = lazyPart(() => import('./courier-track'));

/**
 * Why a courier did not do what it was asked, in our words and in its own, with the way to what can be corrected; and what
 * it has not confirmed yet.
 */
export function BookingNotice({
  shipment,
  currency,
  onEdit,
}: {
  shipment: Shipment;
  currency: OrderView['currency'];
  /** None where nothing can be corrected. */
  onEdit?: () => void;
}) {
  const t = useShipmentText();
  const { reason, courier_words: words } = shipment.booking;
  return (
    <>
      {reason && (
        <Text size="sm" c="var(--bad)" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      {words && words !== reason && (
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {t('booking.words', { words: `\u2068${words}\u2069` })}
        </Text>
      )}
      {onEdit && (
        <Button variant="subtle" size="compact-sm" ms={-8} w="fit-content" onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
      {shipment.pending_change && (
        <Suspense fallback={null}>
          <PendingChange change={shipment.pending_change} currency={currency} />
        </Suspense>
      )}
    </>
  );
}

/** The courier's steps behind a button: they are read when it is pressed. */
export function CourierUpdates({ shipment, order }: { shipment: Shipment; order: OrderView }) {
  const t = useShipmentText();
  return (
    <ParcelDisclosure label={t('courierUpdates')}>
      <Suspense fallback={null}>
        <CourierTrack shipment={shipment} order={order} />
      </Suspense>
    </ParcelDisclosure>
  );
}
