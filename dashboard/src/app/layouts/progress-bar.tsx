import { useDelayed } from '@/shared/ui/use-delayed';
import classes from './shell.module.css';

/** A thin line while the router waits for a page; nothing under 150 ms. */
export function ProgressBar({ active }: { active: boolean }) {
  const late = useDelayed(active);
  return late ? <div className={classes.progress} role="progressbar" aria-hidden="true" /> : null;
}
