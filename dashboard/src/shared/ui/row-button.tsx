import { ActionIcon, Loader, Transition, UnstyledButton } from '@mantine/core';
import { useState, type ButtonHTMLAttributes } from 'react';
import classes from './row-button.module.css';

const mantine = ActionIcon.classes;
const root = `mantine-focus-auto ${mantine.root} ${UnstyledButton.classes.root} ${classes.button}`;

/**
 * Mantine's subtle icon button as plain elements with the same styles, for the row menu (see `RowCheckbox`). Mantine's
 * loader loads with the first action that is pending.
 */
export function RowButton({
  loading = false,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { loading?: boolean }) {
  const [wasLoading, setWasLoading] = useState(false);
  if (loading && !wasLoading) setWasLoading(true);
  return (
    <button
      type="button"
      aria-busy={loading || undefined}
      {...rest}
      className={loading ? root : `mantine-active ${root}`}
      data-variant="subtle"
      data-size="lg"
      data-loading={loading || undefined}
      disabled={loading}
    >
      {wasLoading && (
        <Transition mounted={loading} transition="slide-down" duration={150}>
          {(style) => (
            <span className={mantine.loader} style={style} aria-hidden>
              <Loader color="var(--ai-color)" size="calc(var(--ai-size) * 0.55)" />
            </span>
          )}
        </Transition>
      )}
      <span className={mantine.icon} data-loading={loading || undefined}>
        {children}
      </span>
    </button>
  );
}

/** The three dots of a row's menu. */
export const RowDots = () => <span className={classes.dots} aria-hidden />;
