import { Text } from '@mantine/core';
import { DayTimeField } from '@/shared/forms/day-time-field';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';

/** When a scheduled page is published, in the store's time zone. */
export default function PublishTime({ form }: { form: PageForm }) {
  const t = usePageFormText();
  return (
    <div>
      <DayTimeField
        dayLabel={t('publishDay')}
        timeLabel={t('publishHour')}
        required
        {...form.getInputProps('publish_at')}
        value={form.values.publish_at}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {t('publishZone')}
      </Text>
    </div>
  );
}
