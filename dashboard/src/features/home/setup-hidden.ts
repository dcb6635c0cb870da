import { useState } from 'react';
import { getSession } from '@/shared/session/session';

/** In this browser, for one store: a member's own choice, nothing of the store's data. */
const keyOf = (storeId: string) => `setupHidden.${storeId}`;

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

/** Whether the member has hidden the setup checklist, and how to hide it or show it again. */
export function useSetupHidden(): [boolean, (hidden: boolean) => void] {
  const key = keyOf(getSession().storeId ?? '');
  const [hidden, setHidden] = useState(() => read(key));
  return [
    hidden,
    (next) => {
      setHidden(next);
      try {
        if (next) localStorage.setItem(key, 'true');
        else localStorage.removeItem(key);
      } catch {
        // Refused by the browser: hidden until the page is left.
      }
    },
  ];
}
