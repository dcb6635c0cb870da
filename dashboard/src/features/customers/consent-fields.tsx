import { Select } from '@mantine/core';
import { channels, sources, type ConsentChannel, type ConsentSource } from './customers.api';
import { useCustomerText } from './i18n';

/** What people agreed to, and where they said so. */
export function ConsentFields({
  channel,
  source,
  onChannel,
  onSource,
}: {
  channel: ConsentChannel | null;
  source: ConsentSource | null;
  onChannel: (channel: ConsentChannel | null) => void;
  onSource: (source: ConsentSource | null) => void;
}) {
  const t = useCustomerText();
  return (
    <>
      <Select
        label={t('bulk.channel')}
        data={channels.map((value) => ({ value, label: t(`channel.${value}`) }))}
        value={channel}
        onChange={(value) => onChannel(value as ConsentChannel | null)}
      />
      <Select
        label={t('consent.source')}
        data={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
        value={source}
        onChange={(value) => onSource(value as ConsentSource | null)}
      />
    </>
  );
}
