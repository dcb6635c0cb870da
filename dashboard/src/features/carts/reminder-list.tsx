import { Group, Text } from '@mantine/core';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { CartReminder } from './carts.api';
import classes from './carts.module.css';
import { useCartText } from './i18n';

const reasons = [
  'bought',
  'blocked',
  'opted_out',
  'refused',
  'capped',
  'returned',
  'no_address',
  'no_contact',
  'closed',
  'coupon_ended',
  'coupon_off',
  'coupon_used_up',
  'coupon_not_yet',
  'coupon_not_theirs',
] as const;

/** Outcome of a reminder: handed over to the outbox, or stopped with the reason. */
export function ReminderOutcome({ of }: { of: CartReminder }) {
  const t = useCartText();
  const isSent = of.status === 'handed_over';
  const reason = reasons.find((word) => word === of.reason);
  return (
    <span className={classes.state}>
      <StatusBadge tone={isSent ? 'blue' : 'amber'}>
        {t(isSent ? 'delivery.handed_over' : 'delivery.stopped')}
      </StatusBadge>
      {reason && (
        <Text span size="xs" c="dimmed">
          {t(`reason.${reason}`)}
        </Text>
      )}
    </span>
  );
}

/** The channel, and whether it was sent by hand or by the plan. */
export function ReminderOrigin({ of }: { of: CartReminder }) {
  const t = useCartText();
  const channel = of.channel === 'email' ? t('channel.email') : t('channel.sms');
  return (
    <>
      {channel} · {of.n === 0 ? t('byHand') : t('inSequence', { number: of.n })}
    </>
  );
}

/** The reminders of one cart with their texts, newest first. */
export function ReminderList({ reminders }: { reminders: readonly CartReminder[] }) {
  const t = useCartText();
  if (reminders.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('remindersNone')}
      </Text>
    );
  }
  return (
    <div>
      {reminders.map((reminder) => (
        <div key={reminder.id} className={classes.reminder}>
          <Group justify="space-between" gap={10} align="flex-start">
            <Text size="sm" fw={500}>
              <ReminderOrigin of={reminder} />
            </Text>
            <ReminderOutcome of={reminder} />
          </Group>
          <Text size="xs" c="dimmed" mb={6}>
            <Time value={reminder.at} />
          </Text>
          {reminder.body && (
            <div className={classes.letter} dir="auto">
              {reminder.body}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
