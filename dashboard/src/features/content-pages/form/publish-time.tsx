import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { getTimeZone } from '@/shared/i18n/format';
import { wallClockOf } from '@/shared/lib/days';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';

/** When a scheduled page is published, in the store's time zone. */
export default function PublishTime({ form }: { form: PageForm }) {
  const t = usePageFormText();
  const [today] = useState(() => wallClockOf(new Date().toISOString(), getTimeZone()).slice(0, 10));
  const [day = '', time = ''] = form.values.publish_at.split('T');
  const set = (value: string) => {
    form.clearFieldError('publish_at');
    form.setFieldValue('publish_at', value);
  };
  return (
    <div>
      <Group gap={8} align="start" wrap="nowrap" data-path="publish_at">
        <DateField
          label={t('publishDay')}
          required
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
            label={t('publishHour')}
            w={132}
            dir="ltr"
            required
            value={time}
            onChange={(event) => event.currentTarget.value && set(`${day}T${event.currentTarget.value}`)}
          />
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t('publishZone')}
      </Text>
    </div>
  );
}
