import { Suspense, useEffect, useRef, useState, type ComponentProps } from 'react';
import { onFirstTouch } from '../lib/first-touch';
import { lazyPart } from '../ui/lazy-part';
import type { BulkBar } from './bulk-bar';

const load = () => import('./bulk-bar').then((part) => ({ default: part.BulkBar }));
const LazyBulkBar = lazyPart(load);

/** The bulk bar of a list. Its code loads at the first interaction with the page: no row is selected before. */
export function BulkHost(props: Omit<ComponentProps<typeof BulkBar>, 'earlyKey'>) {
  useEffect(() => onFirstTouch(() => void load().catch(() => undefined)), []);
  // It stays afterwards: it slides out, and the report of failed rows outlives the selection.
  const [isNeeded, setIsNeeded] = useState(false);
  if (props.selected.size > 0 && !isNeeded) setIsNeeded(true);
  // A shortcut can be pressed before the bar's code is there: the bar runs it when it comes.
  const earlyKey = useRef<KeyboardEvent | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const keep = (event: KeyboardEvent) => {
      earlyKey.current = event;
    };
    document.addEventListener('keydown', keep);
    return () => document.removeEventListener('keydown', keep);
  }, [isNeeded]);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <LazyBulkBar {...props} earlyKey={earlyKey} />
      </Suspense>
    )
  );
}
