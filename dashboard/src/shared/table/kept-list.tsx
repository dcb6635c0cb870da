import { Outlet, useSearch, useRouterState, type AsyncRouteComponent } from '@tanstack/react-router';
import { Activity, createContext, useContext, useState, type ReactElement } from 'react';

/** What a kept list is told: whether it is shown, or a page opened from it. */
const Kept = createContext<{ isShown: boolean } | undefined>(undefined);

/** A kept list has no pages above itself: those of its frame take its place. */
export const useIsKept = (): boolean => useContext(Kept) !== undefined;

/** Whether the rows can be seen: those of a kept list come back in two steps, the first screen first. */
export const useIsListShown = (): boolean => useContext(Kept)?.isShown ?? true;

const shown = { isShown: true };
const hidden = { isShown: false };

/**
 * A list that stays while a page opened from it is shown, so that the way back renders nothing: the same elements, with
 * their selection. While it is hidden it has no effects: it listens to no key and asks for nothing, and it reads again
 * what became stale when it is shown.
 *
 * ```tsx
 * const kept = keepList('/orders/list');
 * const frame = createRoute({ getParentRoute: () => rootRoute, id: 'orders-frame', component: kept.Frame });
 * const list = createRoute({ getParentRoute: () => frame, …, component: kept.pageOf(lazyPage(…)) });
 * // The parent of the pages opened from the list is the frame too.
 * ```
 */
export function keepList(path: string) {
  // One element each, so that a change of the page renders neither again.
  const page = <Outlet />;
  let list: ReactElement | undefined;
  function Frame() {
    const isShown = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath === path });
    const [isKept, setIsKept] = useState(isShown);
    if (isShown && !isKept) setIsKept(true);
    return (
      <>
        {page}
        {isKept && (
          <Kept value={isShown ? shown : hidden}>
            <Activity mode={isShown ? 'visible' : 'hidden'}>{list}</Activity>
          </Kept>
        )}
      </>
    );
  }
  /** The component of the list's route: it only loads the code of the list, which the frame shows. */
  function pageOf(List: AsyncRouteComponent<object>) {
    list = <List />;
    return Object.assign(() => null, { preload: List.preload });
  }
  return { Frame, pageOf };
}

/** The search params of a list; a hidden one keeps its own, which are no longer the address's. */
export function useListSearch(): Record<string, unknown> {
  const isShown = useIsListShown();
  // The same object while the values are the same: coming back renders nothing for it.
  const search: Record<string, unknown> = useSearch({ strict: false, structuralSharing: true });
  const [own, setOwn] = useState(search);
  if (isShown && own !== search) setOwn(search);
  return isShown ? search : own;
}
