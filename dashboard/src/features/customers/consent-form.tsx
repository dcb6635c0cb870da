import { Radio, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import {
  setConsent,
  sources,
  staleAfterChange,
  type ConsentChannel,
  type ConsentSaidBy,
  type CustomerView,
} from './customers.api';
import { useCustomerText } from './i18n';

/** An answer for one of `channels`: what the customer said, and where. */
export function ConsentForm({
  customer,
  channels,
  onDone,
}: {
  customer: CustomerView;
  channels: readonly ConsentChannel[];
  onDone: () => void;
}) {
  const t = useCustomerText();
  const [chosen, setChosen] = useState<string>(channels.length === 1 ? (channels[0] ?? '') : '');
  const [isGranted, setGranted] = useState('yes');
  const [source, setSource] = useState('');
  const channel = channels.find((each) => each === chosen);
  const from = sources.find((each) => each === source);
  const save = useApiMutation({
    run: (answer: { channel: ConsentChannel; source: ConsentSaidBy }) =>
      setConsent(customer.id, { ...answer, is_granted: isGranted === 'yes' }),
    invalidates: staleAfterChange,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (channel && from) save.mutate({ channel, source: from }, { onSuccess: onDone });
      }}
    >
      <Stack gap={16}>
        {channels.length > 1 && (
          <Radio.Group label={t('bulk.channel')} value={chosen} onChange={setChosen}>
            <Stack gap={10} mt={8}>
              {channels.map((value) => (
                <Radio key={value} value={value} label={t(`channel.${value}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
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
        <Radio.Group label={t('consent.source')} value={source} onChange={setSource}>
          <Stack gap={10} mt={8}>
            {sources.map((value) => (
              <Radio key={value} value={value} label={t(`source.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogFoot isDisabled={!channel || !from} isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
