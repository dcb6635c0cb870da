import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { LazyModal } from '@/shared/ui/lazy-overlay';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { ConsentForm } from './consent-form';
import type { ConsentChannel, CustomerView } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

/** What the customer agreed to hear by each channel, how the store learned it, and when; one line for what is unknown. */
export function CustomerConsents({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Customer');
  const [asked, setAsked] = useState<readonly ConsentChannel[] | null>(null);
  const answered = customer.consents.filter((consent) => consent.is_granted !== null);
  const unknown = customer.consents.flatMap(({ channel, is_granted }) => (is_granted === null ? [channel] : []));
  const title =
    asked?.length === 1 && asked[0] ? t('consent.change', { channel: t(`channel.${asked[0]}`) }) : t('consent.record');
  return (
    <Section title={t('consents')}>
      <ul className={classes.rows}>
        {answered.map((consent) => (
          <li key={consent.channel} className={classes.row}>
            <div>
              <Text size="sm" fw={500}>
                {t(`channel.${consent.channel}`)}
              </Text>
              {consent.at && consent.source && (
                <Text size="xs" c="dimmed" component="div">
                  {t(`source.${consent.source}`)} · <Time value={consent.at} style="date" />
                </Text>
              )}
            </div>
            <Group gap={6} wrap="nowrap">
              <StatusBadge tone={consent.is_granted ? 'green' : 'red'}>
                {t(consent.is_granted ? 'consent.granted' : 'consent.refused')}
              </StatusBadge>
              {mayUpdate && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('consent.change', { channel: t(`channel.${consent.channel}`) })}
                  onClick={() => setAsked([consent.channel])}
                >
                  {s('edit')}
                </Button>
              )}
            </Group>
          </li>
        ))}
        {unknown.length > 0 && (
          <li className={classes.row}>
            <Text size="sm" c="dimmed">
              {answered.length === 0
                ? t('consent.none')
                : t('consent.noneFor', {
                    channels: unknown.map((channel) => t(`channel.${channel}`)).join(t('comma')),
                  })}
            </Text>
            {mayUpdate && (
              <Button variant="subtle" size="compact-sm" className={classes.record} onClick={() => setAsked(unknown)}>
                {t('consent.record')}
              </Button>
            )}
          </li>
        )}
      </ul>
      <LazyModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={
          <Text fw={600} fz={16}>
            {title}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        {asked && <ConsentForm key={asked.join()} customer={customer} channels={asked} onDone={() => setAsked(null)} />}
      </LazyModal>
    </Section>
  );
}
