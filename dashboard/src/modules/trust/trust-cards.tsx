import { Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { StatusTone } from '@/shared/ui/tokens';
import { useTrustText } from './i18n';
import { CallList, TrustScoreView } from './trust-score';
import { customerTrustQuery, orderTrustQuery, type OrderTrust } from './trust.api';
import classes from './trust.module.css';
import { LinkButton } from '@/shared/ui/link-button';

const stateTones: Record<OrderTrust['state'], StatusTone> = {
  waiting: 'amber',
  unreachable: 'red',
  wrong_number: 'red',
  confirmed: 'green',
  cancelled: 'gray',
  moved: 'gray',
  deposit: 'amber',
  deposit_paid: 'green',
  paid: 'green',
  none: 'gray',
};

/** The decision is settled or no longer applies: the state alone is shown. */
const isSettled = (state: OrderTrust['state']): boolean =>
  ['confirmed', 'cancelled', 'moved', 'deposit_paid', 'paid'].includes(state);

const isPast = (at: string, now: number = Date.now()): boolean => Date.parse(at) <= now;

/** The trust score of a cash order, the decision of the COD rules, and the calls. */
export function OrderTrustCard({ id, isCash }: { id: string; isCash: boolean }) {
  const t = useTrustText();
  const mayUpdate = useCan('update', 'Order');
  const { data } = useQuery({ ...orderTrustQuery(id), enabled: isCash });
  if (!isCash || !data) return null;
  const { decision } = data;
  const open = ['waiting', 'unreachable', 'wrong_number'].includes(data.state);
  return (
    <Section title={t('title')}>
      <TrustScoreView score={data.score} />
      {decision && (
        <div className={classes.part}>
          <div className={classes.head}>
            {!isSettled(data.state) && (
              <Text size="sm" fw={500}>
                {t(`action.${decision.action}`)}
              </Text>
            )}
            <StatusBadge tone={stateTones[data.state]}>{t(`state.${data.state}`)}</StatusBadge>
          </div>
          <div className={classes.meta}>
            {decision.rule ? t('rule', { name: `\u2068${decision.rule}\u2069` }) : t('noRule')}
            {decision.points !== data.score.points && ` · ${t('then', { points: decision.points })}`}
          </div>
          {open && (
            <div className={classes.meta}>
              {data.attempts > 0 && t('attempts', { count: data.attempts })}
              {data.attempts > 0 && data.due_at && ' · '}
              {data.due_at && (
                <>
                  {isPast(data.due_at) ? (
                    t('dueNow')
                  ) : (
                    <>
                      {t('due')}: <Time value={data.due_at} />
                    </>
                  )}
                </>
              )}
            </div>
          )}
          {data.deposit && <Deposit deposit={data.deposit} />}
          {open && mayUpdate && (
            <LinkButton
              to="/orders/confirm"
              search={{ order: id }}
              variant="default"
              size="xs"
              mt={10}
              leftSection={<IconPhone size={15} aria-hidden />}
            >
              {t('callNow')}
            </LinkButton>
          )}
        </div>
      )}
      {data.calls.length > 0 && (
        <div className={classes.part}>
          <CallList calls={data.calls} />
        </div>
      )}
    </Section>
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

/**
 * The trust score of a customer's number, by its history alone: an order's score starts from it and adds factors of the
 * order (first order, value, address). A number without history has no score.
 */
export function CustomerTrustCard({ id }: { id: string }) {
  const t = useTrustText();
  const { data } = useQuery(customerTrustQuery(id));
  if (!data) return null;
  return (
    <Section title={t('title')}>
      {data.score && data.score.reasons.length > 0 ? (
        <>
          <TrustScoreView score={data.score} />
          <Text size="xs" c="dimmed" mt={10}>
            {t('history')}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t(data.score ? 'none' : 'noNumber')}
        </Text>
      )}
      {data.calls.length > 0 && (
        <div className={classes.part}>
          <CallList calls={data.calls} />
        </div>
      )}
    </Section>
  );
}
