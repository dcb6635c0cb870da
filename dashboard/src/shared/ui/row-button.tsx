import { ActionIcon, Loader, Transition, UnstyledButton } from '@mantine/core';
import { useState, type ButtonHTMLAttributes } from 'react';
import classes from './row-button.module.css';

const kit = ActionIcon.classes;
const root = `mantine-focus-auto ${kit.root} ${UnstyledButton.classes.root} ${classes.button}`;

/**
 * The kit's quiet icon button as plain elements of the same looks, for the menu at the end of every row (see
 * `RowCheckbox`). The kit's parts that show that something is under way come with the first thing that is.
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
            <span className={kit.loader} style={style} aria-hidden>
              <Loader color="var(--ai-color)" size="calc(var(--ai-size) * 0.55)" />
            </span>
          )}
        </Transition>
      )}
      <span className={kit.icon} data-loading={loading || undefined}>
        {children}
      </span>
    </button>
  );
}
