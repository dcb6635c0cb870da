import { Progress, SegmentedControl, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { useTagsInput } from '@/shared/forms/use-tags-input';
import { formatNumber } from '@/shared/i18n/format';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toast';
import { orders } from '../orders.api';
import type { BulkQuestion } from '../orders-bulk';
import { useOrderListText } from './i18n';
import { choicesQuery } from './filter-choices';
import { assignMany, tagMany, undoAssign, undoTags } from './list.api';

const longestTag = 40;

interface DialogProps {
  question: BulkQuestion;
  onClose: () => void;
}

/** Adds and removes tags on many orders; the changes can be undone. */
export function BulkTagDialog({ question, onClose }: DialogProps) {
  const t = useOrderListText();
  const offered = useQuery(choicesQuery).data?.tags ?? [];
  const [mode, setMode] = useState<'add' | 'remove'>('add');
  const tags = useTagsInput(longestTag);
  const [doneCount, setDoneCount] = useState(0);
  const undo = useApiMutation({
    run: undoTags,
    invalidates: [orders.key],
    done: () => toast.success(t('undone')),
  });
  const run = useApiMutation({
    run: () => tagMany(question.ids, { [mode]: tags.all }, setDoneCount),
    invalidates: [orders.key],
    done: (results) => {
      const changed = results.filter((result) => result.added.length + result.removed.length > 0);
      question.answer(results);
      onClose();
      if (changed.length === 0) {
        toast.info(t('tag.nothing'));
        return;
      }
      toast.success({
        title: t('done.tag', { count: changed.length }),
        action: { label: t('views.undo'), run: () => undo.mutate(results) },
      });
    },
  });
  const present = [...new Set(question.rows.flatMap((row) => row.tags))];
  return (
    <BulkQuestionDialog
      title={t('tag.title', { count: question.ids.length })}
      apply={t('tag.apply')}
      question={question}
      isReady={tags.all.length > 0}
      busy={run.isPending}
      doneCount={doneCount}
      onApply={() => run.mutate(undefined)}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        value={mode}
        onChange={(value) => {
          setMode(value as 'add' | 'remove');
          tags.clear();
        }}
        data={[
          { value: 'add', label: t('tag.add') },
          { value: 'remove', label: t('tag.remove') },
        ]}
      />
      <TagsInput
        aria-label={t(mode === 'add' ? 'tag.add' : 'tag.remove')}
        placeholder={tags.field.value.length === 0 ? t('tag.placeholder') : undefined}
        data={mode === 'add' ? offered : present}
        maxTags={20}
        data-autofocus
        {...tags.field}
      />
    </BulkQuestionDialog>
  );
}

/** Assigns many orders to a member of the store, or to nobody; can be undone. */
export function BulkAssignDialog({ question, onClose }: DialogProps) {
  const t = useOrderListText();
  const members = useQuery(choicesQuery).data?.members ?? [];
  const [to, setTo] = useState<string | null>(null);
  const [doneCount, setDoneCount] = useState(0);
  const undo = useApiMutation({
    run: undoAssign,
    invalidates: [orders.key],
    done: () => toast.success(t('undone')),
  });
  const run = useApiMutation({
    run: () => assignMany(question.ids, to === 'none' ? null : to, setDoneCount),
    invalidates: [orders.key],
    done: (results) => {
      question.answer(results);
      onClose();
      toast.success({
        title: t('done.assign', { count: results.filter((result) => result.is_ok).length }),
        action: { label: t('views.undo'), run: () => undo.mutate(results) },
      });
    },
  });
  return (
    <BulkQuestionDialog
      title={t('assign.title', { count: question.ids.length })}
      apply={t('assign.apply')}
      question={question}
      isReady={to !== null}
      busy={run.isPending}
      doneCount={doneCount}
      onApply={() => run.mutate(undefined)}
      onClose={onClose}
    >
      <Select
        label={t('assign.to')}
        placeholder={t('choose')}
        data={[
          ...members.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'none', label: t('assignee.none') },
        ]}
        value={to}
        onChange={setTo}
        searchable
        data-autofocus
      />
    </BulkQuestionDialog>
  );
}

function BulkQuestionDialog({
  title,
  apply,
  question,
  isReady,
  busy,
  doneCount,
  onApply,
  onClose,
  children,
}: {
  title: string;
  apply: string;
  question: { ids: string[]; answer: (results: BulkResult[] | null) => void };
  isReady: boolean;
  busy: boolean;
  doneCount: number;
  onApply: () => void;
  onClose: () => void;
  children: React.ReactNode;
}) {
  const t = useOrderListText();
  const total = question.ids.length;
  const close = () => {
    if (busy) return;
    question.answer(null);
    onClose();
  };
  return (
    <Dialog title={title} size={460} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onApply();
        }}
      >
        <Stack gap={14}>
          {children}
          {busy && total > 100 && (
            <div role="status">
              <Text size="sm" mb={6}>
                {t('progress', { done: formatNumber(doneCount), total: formatNumber(total) })}
              </Text>
              <Progress value={(100 * doneCount) / total} />
            </div>
          )}
          <DialogFoot submit={apply} isDisabled={!isReady} isBusy={busy} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
