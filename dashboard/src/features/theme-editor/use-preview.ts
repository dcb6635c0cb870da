import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { closePreview, openPreview, stayInPreview } from './theme-editor.api';

/** How often the server hears that the editor is open, ms; after 90 s without it others no longer see us. */
const every = 30_000;

/** The preview of the draft for the editor's frame, kept open while the editor is, and the others in the same draft. */
export function usePreview(theme: string) {
  const query = useQuery({
    // A change by its nature, but one that belongs to this visit alone: opened once, and never opened by a refetch.
    queryKey: ['theme-preview', theme],
    queryFn: () => openPreview(theme, 'editor'),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const [others, setOthers] = useState<readonly string[]>([]);
  const session = query.data?.session;
  const { refetch } = query;
  useEffect(() => {
    if (!session) return undefined;
    let isOver = false;
    const stay = () => {
      stayInPreview(theme, session).then(
        (names) => !isOver && setOthers(names),
        (error: unknown) => {
          // It ended: after a night, or because a line was away for long.
          if (!isOver && isApiError(error) && error.outcome === 'not_found') void refetch();
        },
      );
    };
    stay();
    const timer = setInterval(stay, every);
    window.addEventListener('focus', stay);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('focus', stay);
      // It ends by itself where this does not arrive.
      closePreview(theme, session).catch(() => undefined);
    };
  }, [theme, session, refetch]);
  return { preview: query.data, error: query.error, reopen: () => void refetch(), others };
}
