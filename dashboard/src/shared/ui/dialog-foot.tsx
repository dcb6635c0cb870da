import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import classes from './dialog-foot.module.css';

/** The buttons at the end of the form of a dialog or drawer, at its lower edge. */
export function DialogFoot({
  submit,
  cancel,
  isDanger = false,
  isDisabled = false,
  isBusy,
  onCancel,
  aside,
}: {
  /** "Save" unless stated; null where the user may only read. */
  submit?: ReactNode;
  /** "Cancel" unless stated. */
  cancel?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  isBusy: boolean;
  onCancel: () => void;
  /** Content beside the buttons: a hint, a link. */
  aside?: ReactNode;
}) {
  const s = useShared();
  return (
    <div className={classes.foot}>
      {aside && <div className={classes.aside}>{aside}</div>}
      <Button variant="default" onClick={onCancel}>
        {cancel ?? s('cancel')}
      </Button>
      {submit !== null && (
        <Button
          type="submit"
          // Ignores the second click of a double click: if the first was refused at once, the same would be sent again.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          color={isDanger ? 'red' : undefined}
          disabled={isDisabled}
          loading={isBusy}
        >
          {submit ?? s('save')}
        </Button>
      )}
    </div>
  );
}
