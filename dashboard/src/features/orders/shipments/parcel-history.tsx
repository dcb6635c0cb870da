import { Text } from '@mantine/core';
import { Time } from '@/shared/ui/time';
import { useShipmentText } from './i18n';
import { ParcelDisclosure } from './parcel-disclosure';
import type { Shipment } from './shipments.api';
import classes from './shipments.module.css';

/** The events of a shipment, behind a button. */
export function ParcelHistory({ shipment }: { shipment: Shipment }) {
  const t = useShipmentText();
  return (
    <ParcelDisclosure label={t('history')}>
      <ol className={classes.history}>
        {shipment.events.toReversed().map((event) => (
          <li key={event.at + event.status}>
            <div>
              {t(`status.${event.status}`)}
              <Text span size="xs" c="dimmed">
                {' · '}
                <Time value={event.at} style="full" />
                {event.actor_name && (
                  <>
                    {' · '}
                    <bdi>{event.actor_name}</bdi>
                  </>
                )}
              </Text>
              {event.note && (
                <Text size="xs" component="div" dir="auto">
                  {event.note}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
    </ParcelDisclosure>
  );
}
