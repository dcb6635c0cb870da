import { Loader, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useThemeText } from './i18n';
import type { SaveState } from './section-saver';
import classes from './theme-editor.module.css';

/** Whether everything is saved; what the line refused can be tried again at once. */
export function SaveStateLine({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
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
        {t(`save.${shown}`)}
      </span>
      {state === 'line' && (
        <UnstyledButton className={classes.retry} onClick={onRetry}>
          {s('tryAgain')}
        </UnstyledButton>
      )}
    </div>
  );
}
