import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isAuthenticated } from '../session/session';
import { dropDraft, readDraft, writeDraft, type Draft } from './draft';

/** How long the hand must rest before what it wrote is kept, ms. */
const quiet = 600;

/**
 * Keeps what is being written: it survives a reload, a closed tab and the end of the session, and is offered when its page is
 * opened again. It goes with the save, with "leave without saving", and with the signing out.
 */
export function useKeptDraft({
  of,
  isDirty,
  changes,
  read,
}: {
  /** The record: its kind and id. */
  of: string;
  isDirty: boolean;
  /** Another one whenever something was written. */
  changes: unknown;
  /** What differs from what is saved; null where nothing of it is anybody's work. */
  read: () => Record<string, unknown> | null;
}) {
  const router = useRouter();
  const [offered, setOffered] = useState<Draft | null>(() => readDraft(of));
  const isWritten = useRef(false);
  const reader = useRef(read);
  useEffect(() => {
    reader.current = read;
  });

  useEffect(() => {
    if (!isDirty) {
      // Saved, or put back by hand.
      if (isWritten.current) dropDraft(of);
      isWritten.current = false;
      return undefined;
    }
    const write = () => {
      const changed = reader.current();
      if (!changed) return;
      isWritten.current = true;
      writeDraft(of, changed);
    };
    const timer = setTimeout(write, quiet);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
    // Every change begins the wait anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, isDirty, changes]);

  // Left for another page, without saving: that was asked. A session that ended asked nobody.
  useEffect(() => {
    const { history } = router;
    const path = history.location.pathname;
    return () => {
      if (isWritten.current && history.location.pathname !== path && isAuthenticated()) dropDraft(of);
    };
  }, [of, router]);

  return {
    offered,
    /** It was taken over, and is what is being written now. */
    take: () => {
      isWritten.current = true;
      setOffered(null);
    },
    discard: () => {
      if (!isWritten.current) dropDraft(of);
      setOffered(null);
    },
  };
}
