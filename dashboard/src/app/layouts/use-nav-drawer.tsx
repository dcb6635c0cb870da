import { Suspense, useState, type ReactNode } from 'react';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';

const NavDrawer = lazyDialog(() => import('./nav-drawer'));

/** The drawer and what opens it; `open` is undefined where there is room for the menu itself. */
export function useNavDrawer(): { narrow: boolean; open?: () => void; drawer: ReactNode } {
  const narrow = useNarrowScreen();
  const [opened, setOpened] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  if (!narrow) return { narrow, drawer: null };
  return {
    narrow,
    open: () => {
      setIsRequested(true);
      setOpened(true);
    },
    drawer: isRequested ? (
      <Suspense fallback={null}>
        <NavDrawer opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ) : null,
  };
}
