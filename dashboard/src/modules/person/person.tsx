import type { ReactNode } from 'react';
import { usePersonText } from './i18n';
import { initialOf } from './mobile';
import classes from './person.module.css';

/** A circle with the first letter of a name, 32 px unless stated; decorative, since the name is beside it. */
export function Avatar({ name, size }: { name: string; size?: number }) {
  return (
    <span
      className={classes.avatar}
      // The usual size is the class's: every row of a list has one.
      style={size === undefined ? undefined : { inlineSize: size, blockSize: size, fontSize: size * 0.42 }}
      aria-hidden
    >
      {initialOf(name)}
    </span>
  );
}

/** A person in a list: avatar (where there is room), name, and one secondary line (city, number). */
export function Person({ name, line, plain }: { name: string; line?: ReactNode; plain?: boolean }) {
  const t = usePersonText();
  return (
    <span className={classes.who}>
      {!plain && <Avatar name={name} />}
      <span className={classes.names}>
        <span className={classes.name} title={name}>
          <bdi>{name || t('noName')}</bdi>
        </span>
        {line && <span className={classes.line}>{line}</span>}
      </span>
    </span>
  );
}
