import type { ReactNode } from 'react';
import { useInSight } from '@/shared/ui/use-in-sight';
import classes from './order.module.css';

/** Mounts its children once their place is in sight; the fallback stands there until then. */
export function InSight({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [place, isSeen] = useInSight<HTMLDivElement>();
  if (isSeen) return children;
  return (
    <div ref={place} className={fallback ? undefined : classes.unseen}>
      {fallback}
    </div>
  );
}
