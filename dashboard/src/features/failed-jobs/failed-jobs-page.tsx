import { ActionIcon, Group, Text } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import type { ListSpec } from '@/shared/table/list-search';
import { useList } from '@/shared/table/use-list';
import { confirm } from '@/shared/ui/confirm';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import {
  discardJob,
  discardJobs,
  failedJobsKey,
  failedJobsQuery,
  retryJob,
  retryJobs,
  type FailedJob,
} from './failed-jobs.api';
import { reasonOf } from './failed-jobs.model';
import { useFailedWorkText } from './i18n';

const spec: ListSpec = { perPage: 100 };

const isKey = useFailedWorkText.has;
const kindOf = ({ kind }: FailedJob) => {
  const key = `kind.${kind}`;
  return isKey(key) ? key : 'kind.other';
};

/** The store's dead jobs: why each failed, with retry and discard. */
export function FailedJobsPage() {
  const t = useFailedWorkText();
  const list = useList(spec);
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Setting');
  const nameOf = (job: FailedJob) => t(kindOf(job));
  const many = async (run: (ids: string[]) => Promise<BulkResult[]>, ids: string[]) => {
    const results = await run(ids);
    await Promise.all([failedJobsKey, ['sync']].map((queryKey) => client.invalidateQueries({ queryKey })));
    return results;
  };
  const columns: Column<FailedJob>[] = [
    { key: 'what', header: t('what'), card: 'title', cell: nameOf },
    { key: 'why', header: t('why'), cell: (job) => <FailureReason job={job} /> },
    { key: 'tries', header: t('tries'), align: 'end', cell: (job) => t('triesCount', { count: job.attempts }) },
    { key: 'when', header: t('when'), card: 'end', cell: (job) => <Time value={job.finished_at ?? job.created_at} /> },
  ];
  return (
    <ListPage<FailedJob>
      title={t('title')}
      isTab
      filters={
        <Text size="sm" c="dimmed">
          {t('subtitle')}
        </Text>
      }
      list={list}
      query={failedJobsQuery}
      columns={columns}
      rowName={nameOf}
      rowActions={mayUpdate ? (job) => <Actions job={job} name={nameOf(job)} /> : undefined}
      bulk={
        mayUpdate
          ? [
              // The list has one page: all of it can be selected there.
              { key: 'retry', label: t('retry'), run: (ids) => many(retryJobs, ids), runAll: null },
              {
                key: 'discard',
                label: t('discard'),
                danger: true,
                ask: (count) => ({ title: t('discardManyAsk', { count }), text: t('discardText') }),
                run: (ids) => many(discardJobs, ids),
                runAll: null,
              },
            ]
          : undefined
      }
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'spark' }}
    />
  );
}

/** The reason in plain language; the original error is folded below, for support. */
function FailureReason({ job }: { job: FailedJob }) {
  const t = useFailedWorkText();
  return (
    <>
      {t(`reason.${reasonOf(job)}`)}
      {job.last_error && (
        <Text size="xs" c="dimmed" component="details">
          <summary>{t('details')}</summary>
          <code dir="ltr" lang="en" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {job.last_error}
          </code>
        </Text>
      )}
    </>
  );
}

function Actions({ job, name }: { job: FailedJob; name: string }) {
  const t = useFailedWorkText();
  const s = useShared();
  const invalidates = [failedJobsKey, ['sync']];
  const retry = useApiMutation({ run: retryJob, invalidates, done: () => toast.success(t('retried')) });
  const discard = useApiMutation({ run: discardJob, invalidates, done: () => toast.success(t('discarded')) });
  const ask = async () => {
    const question = { title: t('discardAsk', { name }), text: t('discardText'), confirm: t('discard'), danger: true };
    if (await confirm(question)) discard.mutate(job.id);
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        aria-label={`${s('tryAgain')}: ${name}`}
        loading={retry.isPending}
        onClick={() => retry.mutate(job.id)}
      >
        <IconRefresh size={18} />
      </ActionIcon>
      <ActionIcon
        aria-label={`${t('discard')}: ${name}`}
        color="red"
        loading={discard.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
}
