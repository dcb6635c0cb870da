import { Chip, Group, Input, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { getTimeZone } from '@/shared/i18n/format';
import { presetDays, type DayPreset } from '../orders.model';
import { useOrderListText } from './i18n';

const presets: readonly DayPreset[] = ['today', 'yesterday', 'week', 'month'];

/** The days between which orders came, by name or by date. */
export function DayRange({
  days,
  onChange,
}: {
  days: readonly [from: string, until: string];
  onChange: (days: [from: string, until: string]) => void;
}) {
  const l = useOrderListText();
  const [now] = useState(() => new Date());
  return (
    <Input.Wrapper label={l('filter.date')} labelElement="div">
      <Group gap={6} mb={10}>
        {presets.map((preset) => {
          const range = presetDays(preset, now, getTimeZone());
          const on = days[0] === range[0] && days[1] === range[1];
          return (
            <Chip
              key={preset}
              size="sm"
              radius="md"
              variant="light"
              checked={on}
              onChange={() => onChange(on ? ['', ''] : range)}
            >
              {l(`preset.${preset}`)}
            </Chip>
          );
        })}
      </Group>
      <SimpleGrid cols={2} spacing={10}>
        <DateField
          aria-label={l('filter.dateFrom')}
          placeholder={l('filter.dateFrom')}
          clearable
          value={days[0] || null}
          onChange={(value) => onChange([value ?? '', days[1]])}
        />
        <DateField
          aria-label={l('filter.dateUntil')}
          placeholder={l('filter.dateUntil')}
          clearable
          value={days[1] || null}
          onChange={(value) => onChange([days[0], value ?? ''])}
        />
      </SimpleGrid>
    </Input.Wrapper>
  );
}
