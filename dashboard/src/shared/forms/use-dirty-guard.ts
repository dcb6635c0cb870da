import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFormText } from './i18n';
import { registerUnsavedCheck } from '../lib/unsaved';
import { confirm } from '../ui/confirm';

/**
 * Confirms before unsaved changes are left: links, Back, and closing the tab. A change of search params alone is not
 * asked about. After a failed save the form stays dirty and as typed, below the error message.
 */
export function useDirtyGuard(isDirty: () => boolean): void {
  const s = useFormText();
  const now = useRef(isDirty);
  useEffect(() => {
    now.current = isDirty;
  });
  useEffect(() => registerUnsavedCheck(() => now.current()), []);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isDirty()) return false;
      if (next.pathname === '/server-unreachable') return true;
      return !(await confirm({
        title: s('dirty.title'),
        text: s('dirty.text'),
        confirm: s('dirty.leave'),
        cancel: s('stale.back'),
        danger: true,
      }));
    },
    enableBeforeUnload: () => isDirty(),
  });
}
