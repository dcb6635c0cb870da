import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Time } from '@/shared/ui/time';
import { useShipmentText } from './i18n';
import type { Shipment } from './shipments.api';
import classes from './shipments.module.css';

/** The events of a shipment, behind a button. */
export function ParcelHistory({ shipment }: { shipment: Shipment }) {
  const t = useShipmentText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} fz={13} c="dimmed">
        <Group gap={4} wrap="nowrap">
          {t('history')}
          <IconChevronDown size={14} aria-hidden style={isOpen ? { transform: 'rotate(180deg)' } : undefined} />
        </Group>
      </UnstyledButton>
      {isOpen && (
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
      )}
    </Box>
  );
}
