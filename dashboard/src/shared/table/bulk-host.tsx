import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { onFirstTouch } from '../lib/first-touch';
import { lazyPart } from '../ui/lazy-part';
import type { BulkBar } from './bulk-bar';

const load = () => import('./bulk-bar').then((part) => ({ default: part.BulkBar }));
const LazyBulkBar = lazyPart(load);

/** The bulk bar of a list. Its code loads at the first interaction with the page: no row is selected before. */
export function BulkHost(props: ComponentProps<typeof BulkBar>) {
  useEffect(() => onFirstTouch(() => void load().catch(() => undefined)), []);
  // It stays afterwards: it slides out, and the report of failed rows outlives the selection.
  const [isNeeded, setIsNeeded] = useState(false);
  if (props.selected.size > 0 && !isNeeded) setIsNeeded(true);
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <LazyBulkBar {...props} />
      </Suspense>
    )
  );
}
