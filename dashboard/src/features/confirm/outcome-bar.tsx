import { Button, Kbd } from '@mantine/core';
import { onFirstPress } from '@/shared/ui/first-press';
import type { CallOutcome } from './confirm.api';
import { outcomes } from './confirm.model';
import { useConfirmText } from './i18n';
import classes from './call-queue.module.css';

/** The outcomes of a call at the bottom of the page, each with its key; the last key skips the customer. */
export function OutcomeBar({
  disabled,
  onChoose,
  onSkip,
}: {
  disabled: boolean;
  onChoose: (outcome: CallOutcome) => void;
  onSkip: () => void;
}) {
  const t = useConfirmText();
  return (
    // The toasts and the way to the top stay above it, as above the bar of a form with changes.
    <div className={classes.bar} data-save-bar>
      <div className={classes.outcomes} role="group" aria-label={t('outcome')} data-dirty>
        {outcomes.map((outcome, at) => (
          <Button
            key={outcome}
            variant={outcome === 'confirmed' ? 'filled' : 'default'}
            c={outcome === 'cancelled' ? 'var(--tone-red-fg)' : undefined}
            disabled={disabled}
            px={8}
            onClick={onFirstPress(() => onChoose(outcome))}
            aria-keyshortcuts={String(at + 1)}
            rightSection={<Kbd className={classes.key}>{at + 1}</Kbd>}
          >
            {t(`outcome.${outcome}`)}
          </Button>
        ))}
        <Button
          variant="subtle"
          color="gray"
          disabled={disabled}
          px={8}
          onClick={onFirstPress(onSkip)}
          aria-keyshortcuts="6 N"
          rightSection={<Kbd className={classes.key}>6</Kbd>}
        >
          {t('skip')}
        </Button>
      </div>
    </div>
  );
}
