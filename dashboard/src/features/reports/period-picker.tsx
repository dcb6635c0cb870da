import { Group, Input, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useReportText } from './i18n';
import { daysIn, mostDays, shifted, type Days } from './reports.model';
import { periods, type PeriodName, type ReportSearch } from './reports.search';

/** The period of a report: a preset up to today, this month, or a custom range. */
export function PeriodPicker({
  search,
  days,
  today,
  onChange,
}: {
  search: ReportSearch;
  days: Days;
  today: string;
  onChange: (next: Pick<ReportSearch, 'period' | 'from' | 'to'>) => void;
}) {
  const t = useReportText();
  const phone = usePhoneScreen();
  const period = search.period ?? '30';
  // The first date is chosen before the last: only both are a period.
  const [half, setHalf] = useState<string | null>(null);
  const choose = (next: PeriodName) =>
    onChange(next === 'own' ? { period: 'own', ...days } : { period: next === '30' ? undefined : next });
  return (
    <Group gap={12} align="flex-end">
      <SegmentedControl
        aria-label={t('period')}
        size={phone ? 'xs' : 'sm'}
        fullWidth={phone}
        w={phone ? '100%' : undefined}
        value={period}
        onChange={(value) => choose(value as PeriodName)}
        data={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {period === 'own' && (
        <Input.Wrapper>
          <DateField
            type="range"
            aria-label={`${t('own')}. ${t('ownHint')}`}
            w={270}
            value={half ? [half, null] : [days.from, days.to]}
            maxDate={half ? [today, shifted(half, mostDays - 1)].toSorted()[0] : today}
            minDate={half ? shifted(half, 1 - mostDays) : undefined}
            onChange={([from, to]) => {
              if (!from || !to) return setHalf(from);
              setHalf(null);
              if (daysIn({ from, to }) >= 1) onChange({ period: 'own', from, to });
            }}
          />
        </Input.Wrapper>
      )}
    </Group>
  );
}
