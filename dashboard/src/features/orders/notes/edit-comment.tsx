import { useQuery } from '@tanstack/react-query';
import { CommentForm } from '@/modules/activity-log/activity-log';
import { toHandles } from '@/modules/mentions/mentions';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { editComment, mentionableQuery, orders, type OrderComment } from '../orders.api';
import { useNoteText } from './i18n';
import classes from './notes.module.css';

/** The form in which the author edits a comment. */
export function EditComment({ comment, onDone }: { comment: OrderComment; onDone: () => void }) {
  const t = useNoteText();
  const members = useQuery(mentionableQuery).data ?? [];
  const save = useApiMutation({
    run: (note: string) => editComment(comment, note),
    invalidates: [orders.key, ['sync']],
  });
  // Mentioned members may have left the store since.
  const left = comment.mentions.filter(({ id }) => !members.some((member) => member.id === id));
  const people = comment.is_visible ? [] : [...members, ...left];
  return (
    <div className={classes.edit}>
      <CommentForm
        // Remounts once the members have loaded.
        key={people.length}
        people={people}
        edits={{ note: toHandles(comment.note ?? '', people), onCancel: onDone }}
        onSend={async (note) => {
          try {
            await save.mutateAsync(note);
          } catch (error) {
            if (isApiError(error) && error.isStale) toast.warning(t('stale'));
            else toastOrderError(error);
            throw error;
          }
          onDone();
        }}
      />
    </div>
  );
}
