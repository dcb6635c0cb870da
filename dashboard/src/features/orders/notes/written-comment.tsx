import { UnstyledButton } from '@mantine/core';
import { Suspense } from 'react';
import { NoteBox } from '@/modules/activity-log/activity-log';
import { MentionText } from '@/modules/mentions/mention-text';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { confirm } from '@/shared/ui/confirm';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { deleteComment, orders, type OrderComment } from '../orders.api';
import { useNoteText } from './i18n';
import classes from './notes.module.css';

const EditComment = lazyPart(() => import('./edit-comment').then((module) => ({ default: module.EditComment })));

/** A comment's text with its mentions, or the form in which its author edits it. */
export function WrittenComment({
  comment,
  editing,
  onDone,
}: {
  comment: OrderComment;
  editing: boolean;
  onDone: () => void;
}) {
  if (comment.note === null) return null;
  const words = (
    <NoteBox>
      <MentionText text={comment.note} people={comment.mentions} />
    </NoteBox>
  );
  if (!editing) return words;
  return (
    <Suspense fallback={words}>
      <EditComment comment={comment} onDone={onDone} />
    </Suspense>
  );
}

/** After author and time: whether it was edited or deleted, and the reader's actions. */
export function CommentFacts({ comment, onEdit }: { comment: OrderComment; onEdit: () => void }) {
  const t = useNoteText();
  const remove = useApiMutation({
    run: () => deleteComment(comment),
    invalidates: [orders.key, ['sync']],
    done: () => toast.success(t('deleteDone')),
  });
  const ask = async () => {
    const text = t(comment.is_visible ? 'deleteTextCustomer' : 'deleteText');
    if (await confirm({ title: t('deleteAsk'), text, confirm: t('delete'), danger: true }))
      remove.mutate(undefined, { onError: toastOrderError });
  };
  return (
    <>
      {comment.deleted_at && (
        <>
          {' · '}
          {t('deletedBy', { name: `\u2068${comment.deleted_by}\u2069` })}
        </>
      )}
      {comment.edited_at && !comment.deleted_at && (
        <>
          {' · '}
          {t('edited')} <Time value={comment.edited_at} relative />
        </>
      )}
      {comment.can_edit && (
        <>
          {' · '}
          <UnstyledButton className={classes.act} onClick={onEdit}>
            {t('edit')}
          </UnstyledButton>
        </>
      )}
      {comment.can_delete && (
        <>
          {' · '}
          <UnstyledButton className={classes.act} onClick={() => void ask()}>
            {t('delete')}
          </UnstyledButton>
        </>
      )}
    </>
  );
}
