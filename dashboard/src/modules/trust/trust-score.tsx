import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useTrustText } from './i18n';
import { bandTones, type OrderCall, type TrustScore } from './trust.api';
import classes from './trust.module.css';

/** A score with its reasons. */
export function TrustScoreView({ score }: { score: TrustScore }) {
  const t = useTrustText();
  const { language } = useLanguage();
  const tone = bandTones[score.band];
  return (
    <div>
      <div className={classes.head}>
        <span className={classes.points}>
          <span className="num">{score.points}</span> <span className={classes.of}>/ 100</span>
        </span>
        <StatusBadge tone={tone}>{t(`band.${score.band}`)}</StatusBadge>
      </div>
      <div
        className={classes.bar}
        role="meter"
        aria-label={t('title')}
        aria-valuenow={score.points}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span
          className={classes.fill}
          style={{ inlineSize: `${score.points}%`, background: `var(--tone-${tone}-fg)` }}
        />
      </div>
      {score.reasons.length === 0 ? (
        <span className={classes.meta}>{t('none')}</span>
      ) : (
        <ul className={classes.reasons}>
          {score.reasons.map((reason) => (
            <li key={reason.code} className={classes.reason}>
              <span>{textOf(reason.text, language)}</span>
              <bdi dir="ltr" className={reason.points > 0 ? classes.up : classes.down}>
                {reason.points > 0 ? `+${reason.points}` : `−${-reason.points}`}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Calls about orders, the newest first. */
export function CallList({ calls }: { calls: readonly OrderCall[] }) {
  const t = useTrustText();
  return (
    <ul className={classes.calls}>
      {calls.map((call) => (
        <li key={call.id} className={classes.call}>
          <span>{t(`call.${call.outcome}`)}</span>
          <span className={classes.meta}>
            <bdi>{call.actor}</bdi> · <Time value={call.at} relative />
          </span>
          {call.note && (
            <span className={classes.callNote} dir="auto">
              {call.note}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
