import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';

const none: Set<string> = new Set();

/**
 * The selected rows of a list. A selection survives paging, but not a change of the search or a filter (`scope`): a bulk
 * action would change rows that nobody sees.
 */
export function useSelection(scope: string): [Set<string>, Dispatch<SetStateAction<Set<string>>>] {
  const [state, setState] = useState({ scope, selected: none });
  const setSelected = useCallback<Dispatch<SetStateAction<Set<string>>>>(
    (next) =>
      setState((before) => {
        const current = before.scope === scope ? before.selected : none;
        return { scope, selected: typeof next === 'function' ? next(current) : next };
      }),
    [scope],
  );
  return [state.scope === scope ? state.selected : none, setSelected];
}
