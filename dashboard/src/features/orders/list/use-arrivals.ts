import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import type { ListState } from '@/shared/table/use-list';
import { useDelayed } from '@/shared/ui/use-delayed';
import { newestQuery } from '../orders.api';
import { ordersList } from '../orders.search';
import { arrivedSince, highestNumber } from './arrivals';

const noRows: readonly OrderRow[] = [];

/**
 * Orders that arrived while the page was open: those in view are highlighted, the others are counted in the pill. Rows
 * already seen in the list are not counted again.
 */
export function useArrivals(list: ListState, shown: readonly OrderRow[] | undefined) {
  const { sort, page, cursor } = list.search;
  const atTheTop = !list.narrowed && !page && !cursor && (!sort || sort === ordersList.sort);
  // The top of the list shows what arrives: only other views have to ask for it.
  const newest = useQuery({ ...newestQuery, enabled: !atTheTop }).data?.data;
  const [known, setKnown] = useState<number | null>(null);
  const [seenVersion, setSeenVersion] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const first = newest ?? (atTheTop ? shown : undefined);
  if (known === null && first) setKnown(highestNumber(first));
  const rows = shown ?? noRows;
  const inView = highestNumber(rows);
  const seen = newest && !isAsked ? Math.max(inView, highestNumber(newest)) : inView;
  if (newest && !isAsked) setAsked(true);
  if (first && seen > seenVersion) setSeenVersion(seen);
  const fresh = useMemo(() => new Set(arrivedSince(known, rows)), [known, rows]);
  const count = known === null || atTheTop ? 0 : arrivedSince(Math.max(known, seenVersion), newest ?? noRows).length;
  // The list may be about to show them: both queries are refetched together.
  const late = useDelayed(count > 0, 700);
  return {
    fresh,
    waiting: late ? count : 0,
    showAll: () =>
      list.set({
        search: undefined,
        sort: undefined,
        ...Object.fromEntries((ordersList.filters ?? []).map((name) => [name, undefined])),
      }),
  };
}
