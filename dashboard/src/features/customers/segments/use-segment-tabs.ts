import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListTab } from '@/shared/table/list-tabs';
import type { ListState } from '@/shared/table/use-list';
import { useSegmentText } from './i18n';
import { segmentCountsQuery, segmentsQuery } from './segments.api';

/** The segments as tabs above the list of customers; none while there are none. */
export function useSegmentTabs(list: ListState): { filter: string; items: readonly ListTab[] } | undefined {
  const t = useSegmentText();
  const all = useQuery(segmentsQuery).data;
  const hasAny = all !== undefined && all.length > 0;
  const counts = useQuery({ ...segmentCountsQuery, enabled: hasAny }).data;
  const { set } = list;
  const isDeleted =
    all !== undefined && list.search.segment !== undefined && !all.some(({ id }) => id === list.search.segment);
  useEffect(() => {
    // An address may name a segment that was deleted since.
    if (isDeleted) set({ segment: undefined }, { replace: true });
  }, [isDeleted, set]);
  if (!hasAny) return undefined;
  const items = all.map(({ id, name }) => {
    const of = counts?.find((each) => each.id === id);
    return { value: id, label: name, count: of?.count, isCapped: of?.is_capped };
  });
  return { filter: 'segment', items: [{ value: '', label: t('all') }, ...items] };
}
