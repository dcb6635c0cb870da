import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityEntry } from '@/modules/activity-log/activity';
import { CommentForm } from '@/modules/activity-log/activity-log';
import { useMentionText } from '@/modules/mentions/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { addComment, mentionableQuery, orders } from '../orders.api';
import { useNoteText } from './i18n';

export { useNoteText } from './i18n';

/** A comment that the customer sees on the order's page. */
export const isForCustomer = (entry: ActivityEntry): boolean =>
  entry.action === 'comment' && entry.after?.is_visible === true;

/** OR-07: a comment for the team, or for the customer too; the form shows which before and during typing. */
export function OrderComment({ order }: { order: string }) {
  const t = useNoteText();
  const hint = useMentionText();
  const [visibility, setVisibility] = useState<'hidden' | 'visible'>('hidden');
  // Who can be mentioned is asked for with the first focus.
  const [isWriting, setWriting] = useState(false);
  const others = useQuery({ ...mentionableQuery, enabled: isWriting }).data?.filter((member) => !member.is_self) ?? [];
  const comment = useApiMutation({
    run: (note: string) => addComment(order, note, visibility === 'visible'),
    invalidates: [orders.key],
  });
  return (
    <div onFocus={() => setWriting(true)}>
      <CommentForm
        placeholder={visibility === 'visible' ? t('placeholder') : others.length > 0 ? hint('hint') : undefined}
        // Members are not mentioned in comments for the customer.
        people={visibility === 'visible' ? [] : others}
        onSend={async (note) => {
          await comment.mutateAsync(note);
          // Reset after sending, so that no message goes to the customer by a forgotten switch.
          setVisibility('hidden');
        }}
        tools={
          <SegmentedControl
            size="xs"
            aria-label={t('switch')}
            data={[
              { value: 'hidden', label: t('hidden') },
              { value: 'visible', label: t('visible') },
            ]}
            value={visibility}
            onChange={(next) => setVisibility(next as 'hidden' | 'visible')}
          />
        }
      />
    </div>
  );
}
