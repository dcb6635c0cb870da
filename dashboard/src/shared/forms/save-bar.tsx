import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormText } from './i18n';
import classes from './save-bar.module.css';

/**
 * The last line of a form that is a page: whether something waits to be saved, the way back to what is kept, and the buttons that
 * save. It stays in sight however long the form is; the button that leads back to the top floats above it.
 */
export function SaveBar({
  dirty,
  idle,
  busy,
  onDiscard,
  children,
}: {
  /** Something was changed. */
  dirty: boolean;
  /** What is said where nothing was; nothing unless given. */
  idle?: string;
  busy: boolean;
  /** Puts back what is kept; for a form of something that is kept already. */
  onDiscard?: () => void;
  /** The buttons that save, the main one last. */
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
