import { Chip, Group } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { getTimeZone } from '@/shared/i18n/format';
import { RangeFilter, type Range } from '@/shared/table/range-filter';
import { presetDays, type DayPreset } from '../orders.model';
import { useOrderListText } from './i18n';

const presets: readonly DayPreset[] = ['today', 'yesterday', 'week', 'month'];

/** A range of dates, by preset or by dates. */
export function DayRange({ days, onChange }: { days: Range; onChange: (days: Range) => void }) {
  const l = useOrderListText();
  const [now] = useState(() => new Date());
  return (
    <RangeFilter
      label={l('filter.date')}
      words={[l('filter.dateFrom'), l('filter.dateUntil')]}
      value={days}
      onChange={onChange}
      before={
        <Group gap={6} mb={10}>
          {presets.map((preset) => {
            const range = presetDays(preset, now, getTimeZone());
            const isSelected = days[0] === range[0] && days[1] === range[1];
            return (
              <Chip
                key={preset}
                size="sm"
                radius="md"
                variant="light"
                checked={isSelected}
                onChange={() => onChange(isSelected ? ['', ''] : range)}
              >
                {l(`preset.${preset}`)}
              </Chip>
            );
          })}
        </Group>
      }
    >
      {(end) => <DateField {...end} clearable value={end.value || null} />}
    </RangeFilter>
  );
}
