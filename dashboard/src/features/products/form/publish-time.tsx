import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { getTimeZone } from '@/shared/i18n/format';
import { useProductText } from '../i18n';
import { wallClockOf } from '@/shared/lib/days';
import type { ProductFormState } from './product-form';

/** The scheduled time of publication, in the store's time zone. */
export function PublishTime({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const [today] = useState(() => wallClockOf(new Date().toISOString(), getTimeZone()).slice(0, 10));
  const [day = '', time = ''] = form.values.publish_at.split('T');
  const set = (value: string) => {
    form.clearFieldError('publish_at');
    form.setFieldValue('publish_at', value);
  };
  return (
    <Group gap={8} align="start" wrap="nowrap" data-path="publish_at">
      <DateField
        label={t('status.publishDay')}
        placeholder={t('status.publishNever')}
        clearable
        flex={1}
        minDate={today}
        error={form.errors.publish_at}
        value={day || null}
        onChange={(next) => set(next ? `${next}T${time || '09:00'}` : '')}
      />
      {day && (
        <TextInput
          type="time"
          label={t('status.publishHour')}
          w={132}
          dir="ltr"
          required
          value={time}
          onChange={(event) => event.currentTarget.value && set(`${day}T${event.currentTarget.value}`)}
        />
      )}
    </Group>
  );
}
