import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { closePreview, openPreview } from './theme-gallery.api';

/** The preview of a theme for the frames of one card, from when it is wanted until the card goes. */
export function usePreviewSession(theme: string, isWanted: boolean) {
  // Not shared: a card that goes ends its session, and another card of the same theme would be left with a dead one.
  const card = useId();
  const query = useQuery({
    // A change by its nature, but one that belongs to this card alone: opened once, and never opened by a refetch.
    queryKey: ['theme-gallery-preview', theme, card],
    queryFn: ({ signal }) => openPreview(theme, signal),
    enabled: isWanted,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const session = query.data?.session;
  useEffect(() => {
    if (!session) return undefined;
    // It ends by itself where this does not arrive.
    return () => void closePreview(theme, session).catch(() => undefined);
  }, [theme, session]);
  return { preview: query.data, hasFailed: query.isError && !query.isFetching, retry: () => void query.refetch() };
}
