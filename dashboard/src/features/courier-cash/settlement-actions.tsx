import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconListCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { importScope, type ImportView } from '@/modules/file-import/file-import.model';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { beginStep, settlements, sheetKey, type Settlement, type SettlementAct } from './courier-cash.api';
import { nextSteps, stageOf } from './courier-cash.model';
import { useCashText } from './i18n';

/** The next step of a settlement as the main button, the others beside it. */
export function useSettlementActions(
  of: Settlement,
  sheet: ImportView | null,
): { more: HeaderAction[]; main: ReactNode } {
  const t = useCashText();
  const mayUpdate = useCan('update', 'Order');
  const begin = useApiMutation({
    // Runs after pending changes of the mapping: the check must not use an older one than the page shows.
    scope: importScope(of.sheet_id),
    run: (act: SettlementAct) => beginStep(of.id, act),
    invalidates: [[...settlements.key, 'one', of.id], [...settlements.key, 'index'], sheetKey(of.sheet_id)],
  });
  if (!mayUpdate || !sheet) return { more: [], main: null };
  const stage = stageOf(of.state, sheet);
  const { canCheck, canPost } = nextSteps(of.state, stage);
  const rows = sheet.updated_count;
  const isBusy = (act: SettlementAct) => begin.isPending && begin.variables === act;
  const post = async () => {
    const differs = of.proof.total_difference !== null && !of.proof.is_proven ? t('postDiffers') : '';
    const isConfirmed = await confirm({
      title: t('postTitle', { count: rows }),
      text: `${differs}${t('postText')}`,
      confirm: t('post', { count: rows }),
    });
    if (isConfirmed) begin.mutate('post');
  };
  const undo = async () => {
    const isConfirmed = await confirm({ title: t('undoTitle'), text: t('undoText'), confirm: t('undo'), danger: true });
    if (isConfirmed) begin.mutate('undo');
  };
  const more: HeaderAction[] = [];
  const isAgain = stage === 'checked' || stage === 'nothing';
  if (canCheck && isAgain) {
    const onClick = () => begin.mutate('check');
    more.push({ key: 'check', label: t('checkAgain'), icon: IconListCheck, busy: isBusy('check'), onClick });
  }
  if (sheet.can_retry && of.state === 'posted') {
    const onClick = () => begin.mutate('retry');
    more.push({ key: 'retry', label: t('retry'), icon: IconRefresh, busy: isBusy('retry'), onClick });
  }
  if (sheet.can_undo) {
    const onClick = () => void undo();
    const label = t('undo');
    more.push({ key: 'undo', label, icon: IconArrowBackUp, flips: true, danger: true, busy: isBusy('undo'), onClick });
  }
  let main: ReactNode = null;
  if (canPost && rows > 0) {
    main = (
      <Button leftSection={<IconCheck size={16} aria-hidden />} loading={isBusy('post')} onClick={() => void post()}>
        {t('post', { count: rows })}
      </Button>
    );
  } else if (canCheck && !isAgain) {
    main = (
      <Button
        leftSection={<IconListCheck size={16} aria-hidden />}
        loading={isBusy('check')}
        onClick={() => begin.mutate('check')}
      >
        {t('check')}
      </Button>
    );
  }
  return { more, main };
}
