import { Button, Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { LazyModal } from '@/shared/ui/lazy-overlay';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import {
  setConsent,
  sources,
  staleAfterChange,
  type ConsentChannel,
  type ConsentSaidBy,
  type CustomerView,
} from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

/** What the customer agreed to hear by each channel, how the store learned it, and when. */
export function CustomerConsents({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Customer');
  const [channelToConfirm, setChannelToConfirm] = useState<ConsentChannel | null>(null);
  return (
    <Section title={t('consents')}>
      <ul className={classes.rows}>
        {customer.consents.map((consent) => (
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
              <StatusBadge tone={consent.is_granted === null ? 'gray' : consent.is_granted ? 'green' : 'red'}>
                {t(
                  consent.is_granted === null
                    ? 'consent.unknown'
                    : consent.is_granted
                      ? 'consent.granted'
                      : 'consent.refused',
                )}
              </StatusBadge>
              {mayUpdate && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('consent.change', { channel: t(`channel.${consent.channel}`) })}
                  onClick={() => setChannelToConfirm(consent.channel)}
                >
                  {s('edit')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      <LazyModal
        opened={channelToConfirm !== null}
        onClose={() => setChannelToConfirm(null)}
        title={
          <Text fw={600} fz={16}>
            {channelToConfirm && t('consent.change', { channel: t(`channel.${channelToConfirm}`) })}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        {channelToConfirm && (
          <ConsentForm
            key={channelToConfirm}
            customer={customer}
            channel={channelToConfirm}
            onDone={() => setChannelToConfirm(null)}
          />
        )}
      </LazyModal>
    </Section>
  );
}

function ConsentForm({
  customer,
  channel,
  onDone,
}: {
  customer: CustomerView;
  channel: ConsentChannel;
  onDone: () => void;
}) {
  const t = useCustomerText();
  const s = useShared();
  const [isGranted, setGranted] = useState('yes');
  const [source, setSource] = useState<ConsentSaidBy | null>(null);
  const save = useApiMutation({
    run: (from: ConsentSaidBy) => setConsent(customer.id, { channel, is_granted: isGranted === 'yes', source: from }),
    invalidates: staleAfterChange,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (source) save.mutate(source, { onSuccess: onDone });
      }}
    >
      <Stack gap={16}>
        <SegmentedControl
          fullWidth
          aria-label={t('consents')}
          value={isGranted}
          onChange={setGranted}
          data={[
            { value: 'yes', label: t('consent.granted') },
            { value: 'no', label: t('consent.refused') },
          ]}
        />
        <Radio.Group
          label={t('consent.source')}
          value={source ?? ''}
          onChange={(value) => setSource(value as ConsentSaidBy)}
        >
          <Stack gap={10} mt={8}>
            {sources.map((value) => (
              <Radio key={value} value={value} label={t(`source.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone} disabled={save.isPending}>
            {s('cancel')}
          </Button>
          <Button type="submit" disabled={!source} loading={save.isPending}>
            {s('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
