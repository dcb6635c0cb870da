import { Outlet, useRouter, useSearch, useRouterState, type AsyncRouteComponent } from '@tanstack/react-router';
import { Activity, createContext, useContext, useEffect, useState, type ReactElement } from 'react';

/** Whether a kept list is shown, or a page opened from it. */
const Shown = createContext<boolean | undefined>(undefined);
/** Whether the address is the list's; a context of its own, for it follows later and the rows do not ask for it. */
const Addressed = createContext(true);

/** A kept list has no pages above itself: those of its frame take its place. */
export const useIsKept = (): boolean => useContext(Shown) !== undefined;

/** Whether the rows can be seen: those of a kept list come back in two steps, the first screen first. */
export const useIsListShown = (): boolean => useContext(Shown) ?? true;

/** A hidden tab paints nothing, and must not wait for it. */
const longestPaint = 100;

/** After the next frame is painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestPaint);
  });

/**
 * A list that stays while a page opened from it is shown, so that the way back renders nothing: the same elements, with
 * their selection. While it is hidden it has no effects: it listens to no key and asks for nothing, and it reads again
 * what became stale when it is shown.
 *
 * On the way back it is seen a frame ahead of the router's work: the page in front of it is only hidden, and what else
 * belongs to a change of the page (the end of that page, title, focus) follows once the rows are painted.
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
  /** The search of the list behind the page that is shown; none while there is no list behind it. */
  let searchBehind: string | undefined;
  const isListBehind = (at: { pathname: string; search: string }) => at.pathname === path && at.search === searchBehind;

  function Frame() {
    const { history } = useRouter();
    const isAddressed = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath === path });
    const [isKept, setIsKept] = useState(isAddressed);
    const [isAhead, setIsAhead] = useState(false);
    if (isAddressed && !isKept) setIsKept(true);
    if (isAddressed && isAhead) setIsAhead(false);
    useEffect(() => {
      if (!isAddressed) return;
      // The address changes before the page does: what it was when the list was still shown.
      searchBehind = undefined;
      let latest = history.location.search;
      const end = history.subscribe(({ location }) => {
        if (location.pathname === path) latest = location.search;
      });
      return () => {
        end();
        searchBehind = latest;
      };
    }, [isAddressed, history]);
    useEffect(() => {
      if (isAddressed || !isKept) return;
      return history.subscribe(({ location }) => setIsAhead(isListBehind(location)));
    }, [isAddressed, isKept, history]);
    // With its area the list goes.
    useEffect(() => () => void (searchBehind = undefined), []);
    const isShown = isAddressed || isAhead;
    return (
      <>
        <div style={{ display: isAhead ? 'none' : 'contents' }}>{page}</div>
        {isKept && (
          <Shown value={isShown}>
            <Addressed value={isAddressed}>
              <Activity mode={isShown ? 'visible' : 'hidden'}>{list}</Activity>
            </Addressed>
          </Shown>
        )}
      </>
    );
  }
  /** The component of the list's route: it only loads the code of the list, which the frame shows. */
  function pageOf(List: AsyncRouteComponent<object>) {
    list = <List />;
    return Object.assign(() => null, { preload: List.preload });
  }
  /** Of the list's route: on the way back its rows are painted before the router goes on. */
  const beforeLoad = ({
    location,
    preload,
  }: {
    location: { pathname: string; searchStr: string };
    preload: boolean;
  }) => (!preload && isListBehind({ pathname: location.pathname, search: location.searchStr }) ? painted() : undefined);
  return { Frame, pageOf, beforeLoad };
}

/** The search params of a list; a hidden one keeps its own, which are no longer the address's. */
export function useListSearch(): Record<string, unknown> {
  const isAddressed = useContext(Addressed);
  // The same object while the values are the same: coming back renders nothing for it.
  const search: Record<string, unknown> = useSearch({ strict: false, structuralSharing: true });
  const [own, setOwn] = useState(search);
  if (isAddressed && own !== search) setOwn(search);
  return isAddressed ? search : own;
}
