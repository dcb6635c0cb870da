import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { formatDate, storeDay } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useReportText } from './i18n';
import { daysOf } from './reports.model';
import { reportSearch, type ReportSearch } from './reports.search';

/** Formats a date of the API in any time zone: at noon UTC the date is the same in all that matter. */
export function useDayText() {
  const { language } = useLanguage();
  return (day: string, style: 'day' | 'date' = 'day') => formatDate(`${day}T12:00:00Z`, style, language);
}

/** Notifies when the user returns to the page: the date may have changed. */
function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const useToday = () => useSyncExternalStore(subscribeVisibility, () => storeDay(new Date()));

/** The report of the current search params, and a setter for them. */
export function useReport() {
  const t = useReportText();
  const text = useDayText();
  const search = reportSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const today = useToday();
  const days = daysOf(search, today);
  const change = (next: Partial<ReportSearch>) =>
    void navigate({
      to: '.',
      // Other search params stay; the dates are kept with a custom range only.
      search: {
        ...reportSearch({
          ...search,
          ...('period' in next && { from: undefined, to: undefined }),
          ...next,
        }),
      },
      replace: true,
    });
  const range =
    days.from === days.to
      ? text(days.from, 'date')
      : t('range', { from: text(days.from, 'date'), to: text(days.to, 'date') });
  return { search, days, today, change, range };
}
