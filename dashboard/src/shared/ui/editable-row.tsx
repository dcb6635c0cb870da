import { ActionIcon, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApiMutation } from '../api/use-api-mutation';
import { confirm } from './confirm';
import { toast } from './toast';
import classes from './editable-row.module.css';

/** Texts of a row, with its name filled in. */
export interface EditableRowTexts {
  edit: string;
  remove: string;
  active: string;
  /** Title, text and button of the confirmation before deleting. */
  ask: string;
  askText: string;
  confirm: string;
  /** The toast after deleting. */
  deleted: string;
}

/** A row of a short list of the store: edited, switched on and off, and deleted after a confirmation. */
export function EditableRow({
  children,
  words,
  isActive,
  mayUpdate,
  mayDelete,
  invalidates,
  onEdit,
  onSwitch,
  onRemove,
}: {
  children: ReactNode;
  words: EditableRowTexts;
  isActive: boolean;
  mayUpdate: boolean;
  mayDelete: boolean;
  invalidates: readonly QueryKey[];
  onEdit: () => void;
  onSwitch: (isActive: boolean) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}) {
  const save = useApiMutation({ run: onSwitch, invalidates });
  const remove = useApiMutation({ run: () => onRemove(), invalidates, done: () => toast.success(words.deleted) });
  const ask = async () => {
    const isConfirmed = await confirm({ title: words.ask, text: words.askText, confirm: words.confirm, danger: true });
    if (isConfirmed) remove.mutate();
  };
  return (
    <div className={classes.row}>
      <div className={classes.facts}>{children}</div>
      {mayUpdate && (
        <ActionIcon variant="subtle" color="gray" aria-label={words.edit} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {mayDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.remove}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      <Switch
        aria-label={words.active}
        checked={save.isPending ? save.variables : isActive}
        disabled={!mayUpdate}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}
