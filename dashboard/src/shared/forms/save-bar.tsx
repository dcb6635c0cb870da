import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormText } from './i18n';
import classes from './save-bar.module.css';

/**
 * The save bar of a full-page form: the unsaved state, discard, and the save buttons. It is sticky; the scroll-to-top
 * button floats above it.
 */
export function SaveBar({
  dirty,
  idle,
  busy,
  onDiscard,
  children,
}: {
  /** The form has unsaved changes. */
  dirty: boolean;
  /** Text of a clean form; none unless given. */
  idle?: string;
  busy: boolean;
  /** Restores the saved values; for a form of an existing record. */
  onDiscard?: () => void;
  /** The save buttons, the main one last. */
  children: ReactNode;
}) {
  const s = useFormText();
  return (
    <div className={classes.bar} data-save-bar>
      <div className={classes.state} data-dirty={dirty || undefined} role="status">
        {dirty && <span className={classes.dot} aria-hidden />}
        {dirty ? s('form.unsaved') : idle}
      </div>
      {onDiscard && dirty && (
        <Button variant="subtle" onClick={onDiscard} disabled={busy}>
          {s('form.discard')}
        </Button>
      )}
      {children}
    </div>
  );
}
