/** Steps that can be undone. */
const maxSteps = 200;

/** A state with those before it and, after an undo, those behind it. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
}

export const historyOf = <State>(present: State): History<State> => ({ past: [], present, future: [] });

/** After an act; one that changed nothing is no step. */
export function acted<State>(history: History<State>, present: State): History<State> {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-maxSteps), present, future: [] };
}

export function undone<State>(history: History<State>): History<State> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future };
}

/** The same state as the server wrote it: no step of its own. */
export const rewritten = <State>(history: History<State>, present: State): History<State> => ({ ...history, present });
