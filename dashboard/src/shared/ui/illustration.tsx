import { useSyncExternalStore } from 'react';
import { fetchPart } from '../api/parts';
import type { Drawing, IllustrationName } from './illustrations';

let drawings: { Drawing: typeof Drawing } | undefined;
const listeners = new Set<() => void>();

/** Asks for the drawings once they are needed. Nobody misses them where they do not come: the text says everything. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!drawings) {
    fetchPart(() => import('./illustrations')).then(
      (arrived) => {
        drawings = arrived;
        for (const each of listeners) each();
      },
      () => undefined,
    );
  }
  return () => listeners.delete(listener);
}

/** A drawing, or its room while it is on its way: lists that have rows start without the drawings. */
export function Illustration(props: { name: IllustrationName; size: number }) {
  const arrived = useSyncExternalStore(subscribe, () => drawings);
  if (arrived) return <arrived.Drawing {...props} />;
  return <span aria-hidden="true" style={{ height: (props.size * 140) / 180 }} />;
}
