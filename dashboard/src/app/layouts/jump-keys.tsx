import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { hasPermissions, needsOf, titleOf, type Screen } from '@/modules/screens/screens';
import { isForPage } from '@/shared/table/use-list-keys';
import { isAuthenticated } from '@/shared/session/session';
import type { Address } from '@/shared/ui/app-link';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { setJumps } from '@/shared/ui/page-shortcuts';

const ShortcutsDialog = lazyDialog(() => import('@/shared/table/shortcuts-dialog'));

/** The letter after `g`; on an Arabic layout its key is the same. */
const pages: readonly { letter: string; to: Screen & Address }[] = [
  { letter: 'h', to: '/' },
  { letter: 'o', to: '/orders/list' },
  { letter: 'f', to: '/orders/confirm' },
  { letter: 'p', to: '/products/list' },
  { letter: 'q', to: '/products/stock' },
  { letter: 'c', to: '/customers/list' },
  { letter: 'd', to: '/coupons/list' },
  { letter: 'r', to: '/dashboard/ecommerce' },
  { letter: 's', to: '/settings' },
];

/** After `g`, the second key has this time. */
const patience = 1500;

const mayOpen = ({ to }: { to: Screen }) => isAuthenticated() && hasPermissions(needsOf(to));

/** Keys of every page: `g` and a letter go to a page, `?` shows all shortcuts where no list shows its own. */
export function JumpKeys() {
  const navigate = useNavigate();
  const [isSheet, setSheet] = useState(false);
  useEffect(() => {
    setJumps(() => pages.filter(mayOpen).map(({ letter, to }) => ({ letter, page: titleOf(to) })));
    let pressed = -Infinity;
    const isWithModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;
    const onSecondKey = (event: KeyboardEvent) => {
      const isSecond = event.timeStamp - pressed < patience;
      pressed = -Infinity;
      if (!isSecond || isWithModifier(event) || event.shiftKey || !isForPage(event)) return;
      const page = pages.find(({ letter }) => event.code === `Key${letter.toUpperCase()}`);
      if (!page || !mayOpen(page)) return;
      event.preventDefault();
      event.stopPropagation();
      const to: string = page.to;
      void navigate({ to });
    };
    const onKey = (event: KeyboardEvent) => {
      if (isWithModifier(event) || !isForPage(event)) return;
      if (event.key === '?' || event.key === '؟') {
        event.preventDefault();
        setSheet(true);
      } else if (event.code === 'KeyG' && !event.shiftKey) pressed = event.timeStamp;
    };
    // The second key is taken before the listeners of a list or a page, which may have an action on the same letter; the
    // first key after them.
    window.addEventListener('keydown', onSecondKey, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onSecondKey, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [navigate]);
  if (!isSheet) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutsDialog isList={false} onClose={() => setSheet(false)} />
    </Suspense>
  );
}
