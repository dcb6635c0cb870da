import { ActionIcon, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApiMutation } from '../api/use-api-mutation';
import { confirm } from './confirm';
import { toast } from './toast';
import classes from './kept-row.module.css';

/** What a row of a merchant's own short list says of itself; the names stand in it. */
export interface KeptRowWords {
  edit: string;
  remove: string;
  active: string;
  /** The question before it goes, its text, and its button. */
  ask: string;
  askText: string;
  confirm: string;
  /** Told when it is gone. */
  deleted: string;
}

/** A row of a short list that the merchant keeps: it is changed, switched on and off, and taken away after a question. */
export function KeptRow({
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
  words: KeptRowWords;
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
    const sure = await confirm({ title: words.ask, text: words.askText, confirm: words.confirm, danger: true });
    if (sure) remove.mutate();
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
