import { Button, Stack } from '@mantine/core';
import { IconArrowBackUp, IconListCheck, IconPackage, IconRefresh, IconUpload, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { importScope, isBusy, type ImportStatus } from '@/modules/file-import/file-import.model';
import { ImportSteps } from '@/modules/file-import/import-steps';
import { JobProgress } from '@/modules/file-import/job-progress';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useImportText } from './i18n';
import { ImagesSection } from './images-section';
import { ImportCounts, ResultCard } from './import-result';
import { beginImport, importQuery, type ImportAct, type ImportView } from './imports.api';
import { statusTones, wroteNothing } from './imports.model';
import { FileLine } from './imports-page';
import { useImportKind } from './kind';
import { FailureAlert, MappingSection } from './mapping-section';
import { RowsSection } from './rows-section';
import { LinkButton } from '@/shared/ui/link-button';

/** PR-09: one import: columns, dry run, import, and its result. */
export function ImportPage() {
  const kind = useImportKind();
  const { id } = useParams({ from: kind.page });
  const query = useQuery(importQuery(kind, id));
  return (
    <DetailPage isFullPage query={query}>
      {(data) => <ImportSections key={data.id} of={data} />}
    </DetailPage>
  );
}

/** Invalidates rows, imported things and counters once the background job is done. */
function useRefreshWhenThrough(of: ImportView) {
  const client = useQueryClient();
  const { imports, names } = useImportKind();
  const before = useRef(of.status);
  useEffect(() => {
    if (isBusy(before.current) && !isBusy(of.status)) {
      for (const queryKey of [
        [...imports.key, 'one', of.id, 'rows'],
        [...imports.key, 'index'],
        [names.key],
        ['sync'],
      ]) {
        void client.invalidateQueries({ queryKey });
      }
    }
    before.current = of.status;
  }, [client, imports, names, of.id, of.status]);
}

function ImportSections({ of }: { of: ImportView }) {
  const t = useImportText();
  useRefreshWhenThrough(of);
  const kind = useImportKind();
  const mayMap = useCan('update', kind.subject);
  // Open for one status only: the next status shows something else first.
  const [openAt, setOpenAt] = useState<ImportStatus | null>(null);
  const open = openAt === of.status;
  const busy = isBusy(of.status);
  const { more, main } = useActions(of);
  const written = of.created_count + of.updated_count > 0;
  const hasWrittenNothing = wroteNothing(of);
  const atMapping =
    hasWrittenNothing || of.status === 'mapping' || of.status === 'checked' || (of.status === 'failed' && !written);
  const canMap = mayMap && (atMapping || (of.status === 'done' && of.can_retry));
  const hasRows = ['checked', 'done', 'undone'].includes(of.status) || (of.status === 'failed' && written);
  return (
    <>
      <PageHeader
        back={{ to: kind.path }}
        title={<bdi style={{ overflowWrap: 'anywhere' }}>{of.file_name}</bdi>}
        badge={
          <StatusBadge tone={hasWrittenNothing ? 'gray' : statusTones[of.status]}>
            {t(hasWrittenNothing ? 'done.nothing' : `status.${of.status}`)}
          </StatusBadge>
        }
        subtitle={<FileLine of={of} />}
        more={more}
        actions={main}
      />
      <Steps status={of.status} />
      <Stack gap={20}>
        <FailureAlert of={of} />
        {busy && <BusyCard of={of} />}
        {!busy && of.status !== 'mapping' && <ResultCard of={of} />}
        {!busy && of.status !== 'mapping' && of.images_waiting + of.images_failed > 0 && <ImagesSection of={of} />}
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
  const steps = (['map', 'check', 'import'] as const).map((step) => t(`step.${step}`));
  return <ImportSteps label={t('step.label')} steps={steps} at={stepOf[status]} />;
}

/** Actions of an import in its current status: the next step, and the alternatives. */
function useActions(of: ImportView): { more: HeaderAction[]; main: ReactNode } {
  const t = useImportText();
  const kind = useImportKind();
  const { imports } = kind;
  const mayCreate = useCan('create', kind.subject);
  const mayUpdate = useCan('update', kind.subject);
  const client = useQueryClient();
  const begin = useApiMutation({
    // Runs after pending mapping changes: a dry run must not use an older mapping than the page shows.
    scope: importScope(of.id),
    run: async (act: ImportAct) => {
      const answer = await beginImport(kind, of.id, act);
      client.setQueryData(imports.findQuery(of.id).queryKey, answer);
    },
    invalidates: [
      [...imports.key, 'one', of.id],
      [...imports.key, 'index'],
    ],
  });
  const toWrite = of.created_count + of.updated_count;
  const written = toWrite > 0;
  const isChecked = of.status === 'checked';
  const hasWrittenNothing = wroteNothing(of);
  const canCheck =
    mayUpdate && (of.status === 'mapping' || isChecked || hasWrittenNothing || (of.status === 'failed' && !written));
  const act = (name: ImportAct) => ({
    key: name,
    busy: begin.isPending && begin.variables === name,
    onClick: () => begin.mutate(name),
  });
  const undo = async () => {
    const isConfirmed = await confirm({ title: t('undoTitle'), text: t('undoText'), confirm: t('undo'), danger: true });
    if (isConfirmed) begin.mutate('undo');
  };
  const more: HeaderAction[] = [];
  if (of.can_undo && mayUpdate) {
    const icon = IconArrowBackUp;
    more.push({ ...act('undo'), label: t('undo'), icon, flips: true, danger: true, onClick: () => void undo() });
  }
  if (of.can_retry && mayCreate) more.push({ ...act('retry'), label: t('retry'), icon: IconRefresh });
  if (canCheck && (isChecked || hasWrittenNothing))
    more.push({ ...act('dry-run'), label: t('checkAgain'), icon: IconListCheck });

  let main: ReactNode = null;
  if (canCheck && !isChecked && !hasWrittenNothing) {
    const { busy, onClick } = act('dry-run');
    main = (
      <Button leftSection={<IconListCheck size={16} aria-hidden />} loading={busy} onClick={onClick}>
        {t('check')}
      </Button>
    );
  } else if (isChecked && written && mayCreate) {
    const { busy, onClick } = act('start');
    main = (
      <Button leftSection={<IconUpload size={16} aria-hidden />} loading={busy} onClick={onClick}>
        {t('start', { count: toWrite })}
      </Button>
    );
  } else if (of.status === 'done') {
    main = (
      <LinkButton
        to={kind.names.list}
        leftSection={
          kind.name === 'product' ? <IconPackage size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />
        }
      >
        {t('done.products')}
      </LinkButton>
    );
  }
  return { more, main };
}

function BusyCard({ of }: { of: ImportView }) {
  const t = useImportText();
  return (
    <JobProgress of={of} label={t(`busy.${of.status as 'checking' | 'running' | 'undoing'}`)}>
      {of.status !== 'undoing' && <ImportCounts of={of} />}
    </JobProgress>
  );
}
