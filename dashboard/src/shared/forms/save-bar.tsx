import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useFormText } from './i18n';
import classes from './save-bar.module.css';

interface SaveBarProps {
  /** The form has unsaved changes. */
  dirty: boolean;
  /** Text of a clean form of a new record; none unless given. */
  idle?: string;
  busy: boolean;
  /** Restores the saved values; given by the form of an existing record, whose bar appears with the first change. */
  onDiscard?: () => void;
  /** The save buttons, the main one last. */
  children: ReactNode;
}

/**
 * The save bar of a full-page form: the unsaved state, discard, and the save buttons. It is sticky; the scroll-to-top
 * button floats above it.
 */
export function SaveBar(props: SaveBarProps) {
  const isNothingToSave = props.onDiscard !== undefined && !props.dirty && !props.busy;
  return isNothingToSave ? null : <Bar {...props} />;
}

function Bar({ dirty, idle, busy, onDiscard, children }: SaveBarProps) {
  const s = useFormText();
  const bar = useRef<HTMLDivElement>(null);
  // Saved: the button that had the focus goes, or lost it when it was disabled. The page takes it, for the keyboard and
  // for screen readers.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      const active = document.activeElement;
      if (!active || active === document.body || element?.contains(active))
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={bar} className={classes.bar} data-save-bar>
      <div className={classes.state} data-dirty={dirty || undefined} role="status">
        {dirty && <span className={classes.dot} aria-hidden />}
        {dirty ? s('form.unsaved') : idle}
      </div>
      {onDiscard && (
        <Button variant="subtle" onClick={onDiscard} disabled={busy}>
          {s('form.discard')}
        </Button>
      )}
      {children}
    </div>
  );
}
