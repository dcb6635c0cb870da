import { Group, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { getTimeZone } from '../i18n/format';
import { wallClockOf } from '../lib/days';
import { DateField } from './date-field';

/** A day from today on and the time of that day, by the store's clock: `2026-12-01T09:00`, '' for none. */
export function DayTimeField({
  dayLabel,
  timeLabel,
  placeholder,
  required = false,
  value,
  onChange,
  error,
  ...rest
}: {
  dayLabel: string;
  timeLabel: string;
  placeholder?: string;
  required?: boolean;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  'data-path'?: string;
}) {
  const [today] = useState(() => wallClockOf(new Date().toISOString(), getTimeZone()).slice(0, 10));
  const [day = '', time = ''] = value.split('T');
  return (
    <Group gap={8} align="start" wrap="nowrap" {...rest}>
      <DateField
        label={dayLabel}
        placeholder={placeholder}
        required={required}
        clearable
        flex={1}
        minDate={today}
        error={error}
        value={day || null}
        onChange={(next) => onChange(next ? `${next}T${time || '09:00'}` : '')}
      />
      {day && (
        <TextInput
          type="time"
          label={timeLabel}
          w={132}
          dir="ltr"
          required
          value={time}
          onChange={(event) => event.currentTarget.value && onChange(`${day}T${event.currentTarget.value}`)}
        />
      )}
    </Group>
  );
}
