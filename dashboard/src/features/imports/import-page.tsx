import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconListCheck, IconPackage, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatNumber, formatPercent } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useImportText } from './i18n';
import { ImportCounts, ResultCard } from './import-result';
import { beginImport, importQuery, imports, type ImportAct, type ImportView } from './imports.api';
import { isBusy, progressOf, statusTones, type ImportStatus } from './imports.model';
import classes from './imports.module.css';
import { FileLine } from './imports-page';
import { FailureAlert, MappingSection } from './mapping-section';
import { RowsSection } from './rows-section';

/** PR-09: one file on its way: columns, check, import, and what came of it. */
export function ImportPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(importQuery(id));
  return <DetailPage query={query}>{(data) => <ImportSteps key={data.id} of={data} />}</DetailPage>;
}

/** Rows, products and counters are stale once the work in the background is through. */
function useRefreshWhenThrough(of: ImportView) {
  const client = useQueryClient();
  const before = useRef(of.status);
  useEffect(() => {
    if (isBusy(before.current) && !isBusy(of.status)) {
      for (const queryKey of [
        [...imports.key, 'one', of.id, 'rows'],
        [...imports.key, 'index'],
        ['products'],
        ['sync'],
      ]) {
        void client.invalidateQueries({ queryKey });
      }
    }
    before.current = of.status;
  }, [client, of.id, of.status]);
}

function ImportSteps({ of }: { of: ImportView }) {
  const t = useImportText();
  useRefreshWhenThrough(of);
  const mayMap = useCan('update', 'Product');
  // Opened for one state only: what comes next has something else to show first.
  const [openAt, setOpenAt] = useState<ImportStatus | null>(null);
  const open = openAt === of.status;
  const busy = isBusy(of.status);
  const written = of.created_count + of.updated_count > 0;
  const atMapping = of.status === 'mapping' || of.status === 'checked' || (of.status === 'failed' && !written);
  const canMap = mayMap && (atMapping || (of.status === 'done' && of.can_retry));
  const hasRows = ['checked', 'done', 'undone'].includes(of.status) || (of.status === 'failed' && written);
  return (
    <>
      <PageHeader
        back={{ to: '/products/import' }}
        title={<bdi style={{ overflowWrap: 'anywhere' }}>{of.file_name}</bdi>}
        badge={<StatusBadge tone={statusTones[of.status]}>{t(`status.${of.status}`)}</StatusBadge>}
        subtitle={<FileLine of={of} />}
        actions={<Actions of={of} />}
      />
      <Steps status={of.status} />
      <Stack gap={20}>
        <FailureAlert of={of} />
        {busy && <BusyCard of={of} />}
        {!busy && of.status !== 'mapping' && <ResultCard of={of} />}
        {hasRows && <RowsSection key={of.status} of={of} />}
        {of.status === 'mapping' || of.status === 'failed' || open ? (
          <MappingSection of={of} editable={canMap} />
        ) : (
          !busy && (
            <Button variant="default" w="fit-content" onClick={() => setOpenAt(of.status)}>
              {t('map.show')}
            </Button>
          )
        )}
      </Stack>
    </>
  );
}

const stepOf: Record<ImportStatus, number> = {
  mapping: 0,
  checking: 1,
  checked: 1,
  running: 2,
  done: 3,
  failed: 0,
  undoing: 3,
  undone: 3,
};

function Steps({ status }: { status: ImportStatus }) {
  const t = useImportText();
  if (status === 'failed' || status === 'undoing' || status === 'undone') return null;
  const at = stepOf[status];
  return (
    <ol className={classes.steps} aria-label={t('step.label')}>
      {(['map', 'check', 'import'] as const).map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        return (
          <li
            key={step}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="num">{index + 1}</span>
            {t(`step.${step}`)}
          </li>
        );
      })}
    </ol>
  );
}

function Actions({ of }: { of: ImportView }) {
  const t = useImportText();
  const mayCreate = useCan('create', 'Product');
  const mayUpdate = useCan('update', 'Product');
  const client = useQueryClient();
  const begin = useApiMutation({
    run: async (act: ImportAct) => {
      const answer = await beginImport(of.id, act);
      client.setQueryData(imports.findQuery(of.id).queryKey, answer);
    },
    invalidates: [
      [...imports.key, 'one', of.id],
      [...imports.key, 'index'],
    ],
  });
  const doing = (act: ImportAct) => begin.isPending && begin.variables === act;
  const toWrite = of.created_count + of.updated_count;
  const undo = async () => {
    const yes = await confirm({ title: t('undoTitle'), text: t('undoText'), confirm: t('undo'), danger: true });
    if (yes) begin.mutate('undo');
  };
  const written = toWrite > 0;
  const canCheck = of.status === 'mapping' || of.status === 'checked' || (of.status === 'failed' && !written);
  return (
    <>
      {of.can_undo && mayUpdate && (
        <Button
          variant="default"
          c="var(--bad)"
          leftSection={<IconArrowBackUp size={16} className="flip" aria-hidden />}
          loading={doing('undo')}
          onClick={() => void undo()}
        >
          {t('undo')}
        </Button>
      )}
      {of.can_retry && mayCreate && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={doing('retry')}
          onClick={() => begin.mutate('retry')}
        >
          {t('retry')}
        </Button>
      )}
      {canCheck && mayUpdate && (
        <Button
          variant={of.status === 'checked' ? 'default' : 'filled'}
          leftSection={<IconListCheck size={16} aria-hidden />}
          loading={doing('dry-run')}
          onClick={() => begin.mutate('dry-run')}
        >
          {of.status === 'checked' ? t('checkAgain') : t('check')}
        </Button>
      )}
      {of.status === 'checked' && toWrite > 0 && mayCreate && (
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={doing('start')}
          onClick={() => begin.mutate('start')}
        >
          {t('start', { count: toWrite })}
        </Button>
      )}
      {of.status === 'done' && (
        <Button component={Link} to="/products/list" leftSection={<IconPackage size={16} aria-hidden />}>
          {t('done.products')}
        </Button>
      )}
    </>
  );
}

/** What the server is doing right now; it goes on without this page. */
function BusyCard({ of }: { of: ImportView }) {
  const t = useImportText();
  const share = progressOf(of);
  const label = t(`busy.${of.status as 'checking' | 'running' | 'undoing'}`);
  return (
    <Card padding={20} role="status" aria-live="polite">
      <Group justify="space-between" mb={10} gap={8}>
        <Text fw={600}>{label}</Text>
        {share === null ? (
          <Text size="sm" c="dimmed">
            {t('busy.counting')}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {t('busy.of', { done: formatNumber(of.products_done), total: formatNumber(of.products_total) })} ·{' '}
            <span className="num">{formatPercent(share, 0)}</span>
          </Text>
        )}
      </Group>
      <Progress
        value={share === null ? 100 : share * 100}
        size={10}
        striped={share === null}
        animated
        aria-label={label}
      />
      {of.status !== 'undoing' && share !== null && <ImportCounts of={of} />}
      <Text size="sm" c="dimmed" mt={14}>
        {t('busy.leave')}
      </Text>
    </Card>
  );
}
