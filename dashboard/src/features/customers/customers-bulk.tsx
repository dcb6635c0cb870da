import { Select, SegmentedControl, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListQuery } from '@/shared/api/params';
import { useTagsInput } from '@/shared/forms/use-tags-input';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { Dialog } from '@/shared/ui/dialog';
import { useShared } from '@/shared/i18n/use-shared';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import {
  editMany,
  labelsQuery,
  staleAfterChange,
  type ConsentChannel,
  type ConsentSource,
  type CustomerAction,
} from './customers.api';
import { beginBatch, staleAfterBatch } from './batches/batches.api';
import { ConsentFields } from './consent-fields';
import { BatchWork } from './batches/batch-work';
import { useCustomerText } from './i18n';
import { useCustomerFormText } from './form/i18n';
import { useGroupText } from './groups/i18n';

export type BulkKind = CustomerAction['kind'];

export interface BulkQuestion {
  kind: BulkKind;
  ids: string[];
  /** Called once: what became of each customer, or null when the merchant turned back. */
  answer: (results: BulkResult[] | null) => void;
  /** Everybody that the list matches instead: its parameters, and how the answer is told that it began. */
  all?: { params: ListQuery; onBegun: (has: boolean) => void };
}

/** Asks what is given to many customers or taken from them, and does it; the list says what became of each. */
export function CustomersBulkDialog({ question, onClose }: { question: BulkQuestion; onClose: () => void }) {
  const t = useCustomerText();
  const f = useCustomerFormText();
  const g = useGroupText();
  const s = useShared();
  const labels = useQuery(labelsQuery).data;
  const [change, setChange] = useState<'add' | 'remove'>('add');
  const tags = useTagsInput(60);
  const [group, setGroup] = useState<string | null>(null);
  const [channel, setChannel] = useState<ConsentChannel | null>(null);
  const [source, setSource] = useState<ConsentSource | null>(null);
  const [reason, setReason] = useState('');
  const [batch, setBatch] = useState<string | null>(null);
  const run = useApiMutation({
    run: (action: CustomerAction) => editMany(question.ids, action),
    invalidates: staleAfterChange,
    done: (results) => question.answer(results),
  });
  const begin = useApiMutation({
    run: (action: CustomerAction) => beginBatch(question.all?.params ?? {}, action),
    invalidates: staleAfterBatch,
    done: (begun) => {
      setBatch(begun.id);
      question.all?.onBegun(true);
    },
  });
  const close = () => {
    question.answer(null);
    if (!batch) question.all?.onBegun(false);
    onClose();
  };
  const action = ((): CustomerAction | null => {
    if (question.kind === 'tags') return tags.all.length > 0 ? { kind: 'tags', change, tags: tags.all } : null;
    if (question.kind === 'block') {
      if (change === 'remove') return { kind: 'block', change };
      return reason.trim() ? { kind: 'block', change, reason: reason.trim() } : null;
    }
    if (question.kind === 'group') return group ? { kind: 'group', change, group_id: group } : null;
    if (!channel || !source) return null;
    if (!question.all) return { kind: 'consent', channel, source, is_granted: change === 'add' };
    return reason.trim() ? { kind: 'consent', channel, source, is_granted: false, reason: reason.trim() } : null;
  })();
  const isConsent = question.kind === 'consent';
  // What people agreed to is noted for chosen ones; of all that match it is only taken back.
  const isWithdrawal = isConsent && question.all !== undefined;
  const isBlock = question.kind === 'block';
  const reasonField = (label: string) => (
    <Textarea
      label={label}
      description={t('block.reasonText')}
      required
      data-autofocus
      autosize
      minRows={2}
      maxLength={500}
      value={reason}
      onChange={(event) => setReason(event.currentTarget.value)}
    />
  );
  return (
    <Dialog
      title={
        question.all ? t(`bulk.all.${question.kind}`) : t(`bulk.${question.kind}Title`, { count: question.ids.length })
      }
      size={440}
      onClose={close}
    >
      {batch ? (
        <BatchWork id={batch} onClose={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!action) return;
            if (question.all) begin.mutate(action);
            else run.mutate(action, { onSuccess: onClose });
          }}
        >
          <Stack gap={16}>
            {!isWithdrawal && (
              <SegmentedControl
                fullWidth
                aria-label={t(`bulk.${question.kind}`)}
                value={change}
                onChange={(value) => setChange(value as 'add' | 'remove')}
                data={[
                  { value: 'add', label: t(isConsent ? 'consent.granted' : isBlock ? 'block.short' : 'bulk.add') },
                  { value: 'remove', label: t(isConsent ? 'consent.refused' : isBlock ? 'block.undo' : 'bulk.remove') },
                ]}
              />
            )}
            {question.kind === 'tags' && (
              <TagsInput
                label={t('tags')}
                description={f('form.tagsText')}
                data={labels?.tags ?? []}
                maxTags={50}
                data-autofocus
                {...tags.field}
              />
            )}
            {question.kind === 'group' && (
              <Select
                label={t('group')}
                placeholder={t('bulk.chooseGroup')}
                data-autofocus
                data={(labels?.groups ?? []).map((each) => ({ value: each.id, label: each.name }))}
                nothingFoundMessage={s('list.noResults')}
                description={labels?.groups.length === 0 ? g('groups.empty') : undefined}
                value={group}
                onChange={setGroup}
              />
            )}
            {isBlock && change === 'add' && reasonField(t('block.reason'))}
            {question.all && (
              <Text size="sm" c="dimmed">
                {t(isWithdrawal ? 'bulk.all.withdraw' : 'bulk.all.text')}
              </Text>
            )}
            {isConsent && (
              <ConsentFields channel={channel} source={source} onChannel={setChannel} onSource={setSource} />
            )}
            {isWithdrawal && reasonField(t('bulk.withdrawReason'))}
            <DialogFoot
              submit={t('bulk.run')}
              isDisabled={!action}
              isBusy={run.isPending || begin.isPending}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
