import { useDelayed } from '@/shared/ui/use-delayed';
import classes from './shell.module.css';

/** A thin bar while the router loads a page; hidden below 150 ms. */
export function ProgressBar({ active }: { active: boolean }) {
  const late = useDelayed(active);
  return late ? <div className={classes.progress} role="progressbar" aria-hidden="true" /> : null;
}
