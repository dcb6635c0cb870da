import { DayTimeField } from '@/shared/forms/day-time-field';
import { useProductText } from '../i18n';
import type { ProductFormState } from './product-form';

/** The scheduled time of publication, in the store's time zone. */
export function PublishTime({ form }: { form: ProductFormState }) {
  const t = useProductText();
  return (
    <DayTimeField
      dayLabel={t('status.publishDay')}
      timeLabel={t('status.publishHour')}
      placeholder={t('status.publishNever')}
      {...form.getInputProps('publish_at')}
      value={form.values.publish_at}
    />
  );
}
