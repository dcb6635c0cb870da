import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isAuthenticated } from '../session/session';
import { dropDraft, readDraft, writeDraft, type Draft } from './draft';

/** Debounce of storing the draft, ms. */
const storeDelay = 600;

/**
 * Stores unsaved input as a draft: it survives a reload, a closed tab and the end of the session, and is offered when
 * its page is opened again. It is deleted by a save, by "leave without saving", and by signing out.
 */
export function useStoredDraft({
  of,
  isDirty,
  changes,
  read,
}: {
  /** The record: its kind and id. */
  of: string;
  isDirty: boolean;
  /** A value that changes with every edit. */
  changes: unknown;
  /** The fields that differ from the saved ones; null where no user input is among them. */
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
      // Saved, or reverted by hand.
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
    const timer = setTimeout(write, storeDelay);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
    // Every change restarts the debounce.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, isDirty, changes]);

  // Left for another page without saving: the user was asked. When a session ends nobody is asked.
  useEffect(() => {
    const { history } = router;
    const path = history.location.pathname;
    return () => {
      if (isWritten.current && history.location.pathname !== path && isAuthenticated()) dropDraft(of);
    };
  }, [of, router]);

  return {
    offered,
    /** It was restored, and is the current input. */
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
