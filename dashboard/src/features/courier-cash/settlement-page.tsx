import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isBusy, type ImportView } from '@/modules/file-import/file-import.model';
import { ImportSteps } from '@/modules/file-import/import-steps';
import { JobProgress } from '@/modules/file-import/job-progress';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { DetailPage, PageHeader, TwoColumns } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePageName } from '@/shared/ui/page-name';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { ClaimSection } from './claim-section';
import { ColumnsSection } from './columns-section';
import { changedByPosting, settlements, sheetKey, sheetQuery, type Settlement } from './courier-cash.api';
import { nextSteps, stageOf, stageTones, type Stage } from './courier-cash.model';
import { dayText } from './day-text';
import { useDeleteAction } from './delete-action';
import { DetailsSection } from './details-section';
import { useCashText } from './i18n';
import { ProofSection } from './proof-section';
import { RowsSection } from './rows-section';
import { useSettlementActions } from './settlement-actions';
import { SettlementNotice } from './settlement-notice';
import { UnreadSection } from './unread-section';

/** OR-06: one settlement: its columns, the verdicts of its rows, the proof, the posting and its undo. */
export function SettlementPage() {
  const { id } = useParams({ from: '/courier-cash/settlements/$id' });
  const query = useQuery(settlements.findQuery(id));
  return (
    <DetailPage isFullPage query={query}>
      {(settlement) => <WithSheet key={settlement.id} of={settlement} />}
    </DetailPage>
  );
}

function WithSheet({ of }: { of: Settlement }) {
  const query = useQuery(sheetQuery(of.sheet_id));
  return (
    <DetailPage isFullPage query={query}>
      {(sheet) => <SettlementSections of={of} sheet={sheet} />}
    </DetailPage>
  );
}

/** Refetches what a job has changed once it is through. */
function useRefreshWhenThrough(of: Settlement, sheet: ImportView | null) {
  const client = useQueryClient();
  const status = sheet?.status ?? null;
  const before = useRef(status);
  useEffect(() => {
    if (before.current && isBusy(before.current) && status && !isBusy(status)) {
      for (const queryKey of [...changedByPosting, [...sheetKey(of.sheet_id), 'rows']])
        void client.invalidateQueries({ queryKey });
    }
    before.current = status;
  }, [client, of.sheet_id, status]);
}

const busyStages = ['checking', 'posting', 'undoing'] as const;

function SettlementSections({ of, sheet }: { of: Settlement; sheet: ImportView | null }) {
  const t = useCashText();
  const { language } = useLanguage();
  useRefreshWhenThrough(of, sheet);
  usePageName(of.courier);
  const mayUpdate = useCan('update', 'Order');
  const phone = usePhoneScreen();
  const stage = stageOf(of.state, sheet);
  const { canMap, canEdit } = nextSteps(of.state, stage);
  const { more, main } = useSettlementActions(of, sheet);
  const remove = useDeleteAction(of, stage);
  const busy = busyStages.find((one) => one === stage);
  const hasRows = of.proof.rows > 0 && busy !== 'checking';
  // After a posting better columns may save the rows that could not be read.
  const mayMap = mayUpdate && (canMap || (of.state === 'posted' && sheet?.can_retry === true));
  return (
    <>
      <PageHeader
        back={{ to: '/courier-cash/settlements' }}
        title={<bdi style={{ overflowWrap: 'anywhere' }}>{of.courier}</bdi>}
        badge={<StatusBadge tone={stageTones[stage]}>{t(`stage.${stage}`)}</StatusBadge>}
        subtitle={dayText(of.remitted_on, language)}
        more={remove ? [...more, remove] : more}
        actions={main}
      />
      <Steps stage={stage} />
      <TwoColumns
        main={
          <>
            <SettlementNotice of={of} sheet={sheet} stage={stage} />
            {busy && sheet && <JobProgress of={sheet} label={t(`busy.${busy}`)} />}
            {hasRows && <RowsSection of={of} between={phone && <ProofSection of={of} />} />}
            {!busy && sheet && sheet.failed_count > 0 && <UnreadSection of={sheet} />}
            {sheet && !busy && <Columns key={stage} sheet={sheet} stage={stage} editable={mayMap} />}
          </>
        }
        side={
          <>
            {hasRows && !phone && <ProofSection of={of} />}
            <DetailsSection
              of={of}
              canEdit={mayUpdate && canEdit}
              isChecked={stage === 'checked' || stage === 'nothing'}
            />
            {of.state === 'posted' && !busy && <ClaimSection of={of} />}
          </>
        }
      />
    </>
  );
}

/** The columns are the first step; later they are shown on request. */
function Columns({ sheet, stage, editable }: { sheet: ImportView; stage: Stage; editable: boolean }) {
  const t = useCashText();
  const [isOpen, setOpen] = useState(stage === 'mapping' || stage === 'failed' || stage === 'nothing');
  if (isOpen) return <ColumnsSection of={sheet} editable={editable} />;
  return (
    <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
      {t('map.show')}
    </Button>
  );
}

const stepOf: Partial<Record<Stage, number>> = {
  mapping: 0,
  checking: 1,
  checked: 2,
  nothing: 1,
  posting: 2,
  posted: 3,
};

function Steps({ stage }: { stage: Stage }) {
  const t = useCashText();
  const at = stepOf[stage];
  if (at === undefined) return null;
  const steps = (['map', 'check', 'post'] as const).map((step) => t(`step.${step}`));
  return <ImportSteps label={t('step.label')} steps={steps} at={at} />;
}
