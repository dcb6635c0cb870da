import { DatePickerInput, DatesProvider, type DatePickerInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ar';
import { IconCalendar } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { latinDigits } from '../i18n/digits';
import { useLanguage } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { useFormText } from './i18n';
import { BackIcon, ForwardIcon } from '../ui/icons';

const swapped = new WeakSet<Event>();

/** Mantine's calendar ignores direction: the arrow keys are swapped before it handles them. */
function swapArrows(event: KeyboardEvent): void {
  if (swapped.has(event.nativeEvent) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
  const target = event.target as HTMLElement;
  if (!target.closest('table')) return;
  event.preventDefault();
  event.stopPropagation();
  const other = new globalThis.KeyboardEvent('keydown', {
    key: event.key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft',
    bubbles: true,
    cancelable: true,
  });
  swapped.add(other);
  target.dispatchEvent(other);
}

/** A day (`YYYY-MM-DD`), or a range with `type="range"`; weeks start on Saturday in both languages (SH-04). */
export function DateField<Type extends 'default' | 'range' = 'default'>(props: DatePickerInputProps<Type>) {
  const s = useShared();
  const f = useFormText();
  const { language, dir } = useLanguage();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 6, weekendDays: [5] }}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only redirects keys that bubble up from the calendar */}
      <div onKeyDownCapture={dir === 'rtl' ? swapArrows : undefined}>
        <DatePickerInput<Type>
          leftSection={<IconCalendar size={17} aria-hidden />}
          leftSectionPointerEvents="none"
          valueFormatter={({ date, type }) => {
            const one = (value: unknown) =>
              value
                ? new Intl.DateTimeFormat(language === 'ar' ? 'ar-EG-u-ca-gregory-nu-latn' : 'en-US', {
                    day: 'numeric',
                    month: 'short',
                    year: 'numeric',
                    timeZone: 'UTC',
                  }).format(new Date(`${String(value).slice(0, 10)}T00:00:00Z`))
                : '';
            return latinDigits(
              type === 'range' && Array.isArray(date) ? date.filter(Boolean).map(one).join(' – ') : one(date),
            );
          }}
          previousIcon={<BackIcon />}
          nextIcon={<ForwardIcon />}
          hideOutsideDates
          ariaLabels={{
            nextMonth: f('date.nextMonth'),
            previousMonth: f('date.previousMonth'),
            nextYear: f('date.nextYear'),
            previousYear: f('date.previousYear'),
            nextDecade: f('date.nextDecade'),
            previousDecade: f('date.previousDecade'),
            monthLevelControl: f('date.months'),
            yearLevelControl: f('date.years'),
          }}
          popoverProps={{ attributes: { dropdown: { 'aria-label': f('date.calendar') } } }}
          clearButtonProps={{ 'aria-label': s('clear') }}
          {...props}
        />
      </div>
    </DatesProvider>
  );
}
