import type { CSSProperties } from 'react';
import type { LookValues } from './look';
import classes from './look-sample.module.css';

const colors = ['primary', 'accent', 'tint', 'ink'] as const;

/** The colours of one of a theme's looks on its paper, in the shape of its corners. */
export function LookSample({ settings }: { settings: LookValues }) {
  const color = (name: string) => {
    const value = settings[name];
    return typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : undefined;
  };
  const style: CSSProperties = { background: color('paper'), color: color('ink') };
  return (
    <span className={classes.sample} style={style} data-corners={String(settings.radius)} aria-hidden>
      {colors.map((name) => (
        <span key={name} className={classes.dot} style={{ background: color(name) }} />
      ))}
    </span>
  );
}
