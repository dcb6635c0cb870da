import { Text, UnstyledButton } from '@mantine/core';
import { formatNumber } from '@/shared/i18n/format';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { Settlement } from './courier-cash.api';
import classes from './courier-cash.module.css';
import { differenceColor, hasDifference, verdicts, verdictTones, type Verdict } from './courier-cash.model';
import { useCashText } from './i18n';

/** What the rows mean: how many have each verdict, what it says, and the money it is about. A press filters the rows. */
export function VerdictList({
  of,
  chosen,
  onChoose,
}: {
  of: Settlement;
  chosen: Verdict | undefined;
  /** Undefined: all rows. */
  onChoose: (verdict: Verdict | undefined) => void;
}) {
  const t = useCashText();
  const found = verdicts.flatMap((verdict) => of.verdicts.find((one) => one.verdict === verdict) ?? []);
  return (
    <ul className={classes.verdicts} aria-label={t('verdicts.title')}>
      {found.map((one) => (
        <li key={one.verdict}>
          <UnstyledButton
            className={classes.verdict}
            aria-pressed={chosen === one.verdict}
            onClick={() => onChoose(chosen === one.verdict ? undefined : one.verdict)}
          >
            <span>
              <StatusBadge tone={verdictTones[one.verdict]}>{t(`v.${one.verdict}`)}</StatusBadge>
            </span>
            <span className={classes.explanation}>{t(`v.${one.verdict}.text`)}</span>
            <span className={classes.count}>
              <span className="num">{formatNumber(one.rows)}</span>
            </span>
            <span className={classes.difference}>
              <Money amount={one.collected} currency={of.currency} />
              {hasDifference(one.verdict) && (
                <Text span size="xs" c={differenceColor(one.verdict)} display="block">
                  {t('rows.difference')} <Money amount={one.difference} currency={of.currency} />
                </Text>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
