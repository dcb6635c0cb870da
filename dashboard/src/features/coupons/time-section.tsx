import { Group, TextInput } from '@mantine/core';
import { DateField } from '@/shared/forms/date-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { Section } from '@/shared/ui/page';
import type { CouponValues } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';

/** Validity in the store's time zone; without a time a date means the start or end of the day. */
export default function TimeSection({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  const part = (path: 'starts_at' | 'ends_at', word: 'starts' | 'ends', hour: string) => {
    const [day = '', time = ''] = form.values[path].split('T');
    const set = (value: string) => {
      form.clearFieldError('ends_at');
      form.clearFieldError(path);
      form.setFieldValue(path, value);
    };
    return (
      <Group gap={8} align="start" wrap="nowrap" data-path={path} className={classes.when}>
        <DateField
          label={t(word)}
          placeholder={t(`${word}.never`)}
          clearable
          minDate={path === 'ends_at' && form.values.starts_at ? form.values.starts_at.slice(0, 10) : undefined}
          error={form.errors[path]}
          value={day || null}
          onChange={(next) => set(next ? `${next}T${time || hour}` : '')}
        />
        {day && (
          <TextInput
            type="time"
            label={t(`${word}.hour`)}
            w={132}
            dir="ltr"
            required
            value={time}
            onChange={(event) => event.currentTarget.value && set(`${day}T${event.currentTarget.value}`)}
          />
        )}
      </Group>
    );
  };
  return (
    <Section title={t('time')} text={t('timeText')}>
      <div className={classes.pair}>
        {part('starts_at', 'starts', '00:00')}
        {part('ends_at', 'ends', '23:59')}
      </div>
    </Section>
  );
}
