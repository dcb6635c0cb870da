import { Loader, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useThemeText } from './i18n';
import type { SaveState } from './section-saver';
import classes from './theme-editor.module.css';

/** Whether everything is saved; what the line refused can be tried again at once, and what is wrong is led to. */
export function SaveStateLine({
  state,
  wrong,
  onRetry,
  onWrong,
}: {
  state: SaveState;
  /** How many fields are wrong. */
  wrong: number;
  onRetry: () => void;
  /** Leads to the first of them. */
  onWrong: () => void;
}) {
  const t = useThemeText();
  const s = useShared();
  // A save is quick: only one that takes a while is worth a word.
  const isSlow = useDelayed(state === 'saving', 400);
  const shown = state === 'saving' && !isSlow ? 'saved' : state;
  return (
    <div className={classes.saveState} data-state={state}>
      <span role="status" aria-live="polite" className={classes.saveText}>
        {shown === 'saving' && <Loader size={12} />}
        {shown === 'saved' && <IconCloudCheck size={15} aria-hidden />}
        {(shown === 'line' || shown === 'unsaved') && <IconAlertTriangle size={15} aria-hidden />}
        {shown === 'unsaved' && wrong > 0 ? t('save.wrong', { count: wrong }) : t(`save.${shown}`)}
      </span>
      {shown === 'unsaved' && wrong > 0 && (
        <UnstyledButton className={classes.retry} onClick={onWrong}>
          {t('save.showWrong')}
        </UnstyledButton>
      )}
      {state === 'line' && (
        <UnstyledButton className={classes.retry} onClick={onRetry}>
          {s('tryAgain')}
        </UnstyledButton>
      )}
    </div>
  );
}
