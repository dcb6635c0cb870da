import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { formatDate, storeDay } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useReportText } from './i18n';
import { daysOf, reportSearch, type ReportSearch } from './reports.model';

/** A day of the wire as people read it, in whatever zone: noon is the same day everywhere that matters. */
export function useDayText() {
  const { language } = useLanguage();
  return (day: string, style: 'day' | 'date' = 'day') => formatDate(`${day}T12:00:00Z`, style, language);
}

/** Who comes back to an open page may come back on another day. */
function onReturn(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}
const useToday = () => useSyncExternalStore(onReturn, () => storeDay(new Date()));

/** The report that the address asks for, and how to ask for another. */
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
      // The rest of the address stays; a period of one's own takes its days with it.
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
