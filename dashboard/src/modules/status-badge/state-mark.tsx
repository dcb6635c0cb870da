import type { Icon } from '@tabler/icons-react';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Tip } from '@/shared/ui/tip';
import type { StatusTone } from '@/shared/ui/tokens';
import classes from './order-badges.module.css';

export type MarkShape = 'text' | 'badge' | 'icon';

/** A state as text and icon: `badge` for page headers, `icon` where there is no room for the text. */
export function StateMark({
  as,
  tone,
  word,
  icon: Sign,
}: {
  as: MarkShape;
  tone: StatusTone;
  word: string;
  icon: Icon;
}) {
  if (as === 'badge') {
    return (
      <StatusBadge tone={tone} dot={false}>
        {word}
      </StatusBadge>
    );
  }
  if (as === 'icon') {
    return (
      <Tip label={word}>
        <span role="img" aria-label={word} className={classes.sign} data-tone={tone}>
          <Sign size={18} aria-hidden />
        </span>
      </Tip>
    );
  }
  return (
    <span className={classes.mark} data-tone={tone}>
      <Sign size={15} aria-hidden />
      <span className={classes.word}>{word}</span>
    </span>
  );
}
