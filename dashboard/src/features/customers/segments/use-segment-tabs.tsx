import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListTabsSpec } from '@/shared/table/list-tabs';
import type { ListState } from '@/shared/table/use-list';
import { useSegmentText } from './i18n';
import { SegmentTools } from './segment-tools';
import { segmentCountsQuery, segmentsQuery } from './segments.api';

/** As many as stand beside each other on a laptop; the others are in a menu. */
const mostTabs = 5;

/** All customers and the segments as tabs above the list, with ways to new ones and to all of them. */
export function useSegmentTabs(list: ListState): ListTabsSpec {
  const t = useSegmentText();
  const all = useQuery(segmentsQuery).data;
  const counts = useQuery({ ...segmentCountsQuery, enabled: all !== undefined && all.length > 0 }).data;
  const { set } = list;
  const { segment: open } = list.search;
  const isDeleted = all !== undefined && open !== undefined && !all.some(({ id }) => id === open);
  useEffect(() => {
    // An address may name a segment that was deleted since.
    if (isDeleted) set({ segment: undefined }, { replace: true });
  }, [isDeleted, set]);
  const items = (all ?? []).map(({ id, name }) => {
    const of = counts?.find((each) => each.id === id);
    return { value: id, label: name, count: of?.count, isCapped: of?.is_capped };
  });
  // The open one is a tab wherever it stands in the order; the last one gives it its place.
  const isFarOpen = items.findIndex(({ value }) => value === open) >= mostTabs;
  const isTab = (item: { value: string }, at: number) =>
    at < (isFarOpen ? mostTabs - 1 : mostTabs) || item.value === open;
  const folded = items.filter((item, at) => !isTab(item, at));
  return {
    filter: 'segment',
    items: [{ value: '', label: t('all') }, ...items.filter(isTab)],
    end: (choose) => <SegmentTools folded={folded} onChoose={choose} />,
  };
}
