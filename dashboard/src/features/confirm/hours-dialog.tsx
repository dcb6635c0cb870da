import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { NumberField } from '@/shared/forms/number-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { Dialog } from '@/shared/ui/dialog';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { confirmationsKey, saveSettings, settingsQuery, type CallingHours } from './confirm.api';
import { useConfirmText } from './i18n';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((one) => ({ default: one.StaleDialog<CallingHours> })),
);

/** Calling hours and retry intervals. */
export function HoursDialog({ onClose }: { onClose: () => void }) {
  const t = useConfirmText();
  const { data } = useQuery(settingsQuery);
  return (
    <Dialog title={t('set.title')} onClose={onClose}>
      {data && <HoursForm hours={data} onClose={onClose} />}
    </Dialog>
  );
}

function HoursForm({ hours, onClose }: { hours: CallingHours; onClose: () => void }) {
  useLateAutofocus();
  const t = useConfirmText();
  // The version that the form is based on: a later save by somebody else is a conflict.
  const [base, setBase] = useState(hours);
  const save = useApiMutation({ run: saveSettings, invalidates: [confirmationsKey] });
  const form = useApiForm<CallingHours>({ initialValues: hours });
  const current = currentOf<'put', '/confirmations/settings'>(form.stale);
  return (
    <DialogFormBody
      form={form}
      onSave={(values) => save.mutateAsync({ ...values, version: base.version })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('set.text')}
      </Text>
      <SimpleGrid cols={2}>
        <TextInput type="time" dir="ltr" label={t('set.from')} data-autofocus {...form.getInputProps('calls_from')} />
        <TextInput type="time" dir="ltr" label={t('set.until')} {...form.getInputProps('calls_until')} />
      </SimpleGrid>
      <NumberField
        label={t('set.first')}
        unit={t('set.hours')}
        min={1}
        max={72}
        {...form.getInputProps('first_retry_hours')}
        value={form.getValues().first_retry_hours}
      />
      <NumberField
        label={t('set.second')}
        unit={t('set.hours')}
        min={1}
        max={72}
        {...form.getInputProps('second_retry_hours')}
        value={form.getValues().second_retry_hours}
      />
      {current && (
        <Suspense fallback={null}>
          <StaleDialog
            fields={[
              { key: 'calls_from', label: t('set.from') },
              { key: 'calls_until', label: t('set.until') },
              { key: 'first_retry_hours', label: t('set.first') },
              { key: 'second_retry_hours', label: t('set.second') },
            ]}
            base={{ ...base }}
            mine={{ ...form.getValues() }}
            theirs={{ ...current }}
            onClose={form.clearStale}
            onResolve={(values) => {
              setBase(current);
              form.saveOver(values, current);
            }}
          />
        </Suspense>
      )}
    </DialogFormBody>
  );
}
