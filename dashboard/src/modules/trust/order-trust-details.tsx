import { Text } from '@mantine/core';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { StatusTone } from '@/shared/ui/tokens';
import { useTrustText } from './i18n';
import { CallList, TrustScoreView } from './trust-score';
import { isToCall, type OrderTrust } from './trust.api';
import classes from './trust.module.css';

const stateTones: Record<OrderTrust['state'], StatusTone> = {
  waiting: 'gray',
  unreachable: 'red',
  wrong_number: 'red',
  confirmed: 'green',
  cancelled: 'gray',
  moved: 'gray',
  deposit: 'gray',
  deposit_paid: 'green',
  paid: 'green',
  none: 'gray',
};

/** The decision is settled or no longer applies: the state alone is shown. */
const isSettled = (state: OrderTrust['state']): boolean =>
  ['confirmed', 'cancelled', 'moved', 'deposit_paid', 'paid'].includes(state);

const isPast = (at: string, now: number = Date.now()): boolean => Date.parse(at) <= now;

/** The trust score of a cash order with its reasons, the decision of the COD rules, and the calls. */
export function OrderTrustDetails({ trust }: { trust: OrderTrust }) {
  const t = useTrustText();
  const { decision } = trust;
  const open = isToCall(trust);
  return (
    <>
      <TrustScoreView score={trust.score} />
      {decision && (
        <div className={classes.part}>
          <div className={classes.head}>
            {!isSettled(trust.state) && (
              <Text size="sm" fw={500}>
                {t(`action.${decision.action}`)}
              </Text>
            )}
            <StatusBadge tone={stateTones[trust.state]}>{t(`state.${trust.state}`)}</StatusBadge>
          </div>
          <div className={classes.meta}>
            {decision.rule ? t('rule', { name: `\u2068${decision.rule}\u2069` }) : t('noRule')}
            {decision.points !== trust.score.points && ` · ${t('then', { points: decision.points })}`}
          </div>
          {open && (
            <div className={classes.meta}>
              {trust.attempts > 0 && t('attempts', { count: trust.attempts })}
              {trust.attempts > 0 && trust.due_at && ' · '}
              {trust.due_at && (
                <>
                  {isPast(trust.due_at) ? (
                    t('dueNow')
                  ) : (
                    <>
                      {t('due')}: <Time value={trust.due_at} />
                    </>
                  )}
                </>
              )}
            </div>
          )}
          {trust.deposit && <Deposit deposit={trust.deposit} />}
        </div>
      )}
      {trust.calls.length > 0 && (
        <div className={classes.part}>
          <CallList calls={trust.calls} />
        </div>
      )}
    </>
  );
}

/** The deposit due by transfer before preparation, and the rest on delivery. */
function Deposit({ deposit }: { deposit: NonNullable<OrderTrust['deposit']> }) {
  const t = useTrustText();
  return (
    <>
      <dl className={classes.deposit}>
        <div>
          <dt>{t('deposit.missing')}</dt>
          <dd>
            <Money amount={deposit.missing} fw={600} />
          </dd>
        </div>
        <div>
          <dt>{t('deposit.door')}</dt>
          <dd>
            <Money amount={deposit.door} />
          </dd>
        </div>
      </dl>
      <div className={classes.meta}>
        {t('deposit.until')} <Time value={deposit.until} style="full" />
      </div>
    </>
  );
}
