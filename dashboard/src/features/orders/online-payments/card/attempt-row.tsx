import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { StatusTone } from '@/shared/ui/tokens';
import { meansOf, providerName, reasonOf } from '../describe-online-payment';
import type { PaymentAttempt, PaymentTransaction } from '../online-payments.api';
import { GatewayReference } from './gateway-reference';
import { useOnlinePaymentsCardText } from './i18n';
import classes from './card.module.css';

const tones: Readonly<Record<PaymentAttempt['state'], StatusTone>> = {
  created: 'gray',
  waiting: 'amber',
  paid: 'green',
  declined: 'red',
  expired: 'gray',
  abandoned: 'gray',
};

const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;

/** One attempt to pay, with what its gateway reported of it. */
export function AttemptRow({
  attempt,
  isInReview,
  transactions,
}: {
  attempt: PaymentAttempt;
  /** Somebody has to look at what came of it: its own state would invite to wait, or to pay again. */
  isInReview: boolean;
  transactions: readonly PaymentTransaction[];
}) {
  const t = useOnlinePaymentsCardText();
  const { language } = useLanguage();
  const charges = transactions.filter((one) => one.kind === 'charge');
  const charge = charges.find((one) => one.status === 'paid') ?? charges.at(-1);
  const isOpen = !isInReview && (attempt.state === 'created' || attempt.state === 'waiting');
  const hidesState = isInReview && attempt.state !== 'paid' && attempt.state !== 'declined';
  const purpose = attempt.purpose === 'whole_order' ? '' : t(`purpose.${attempt.purpose}`);
  const name = [providerName(attempt.provider), charge && meansOf(charge), purpose].filter(Boolean).join(' · ');
  // Requested refunds have rows of their own.
  const others = transactions.filter((one) => !one.is_requested && isBack(one));
  return (
    <li className={classes.row}>
      <div className={classes.name}>{name}</div>
      <Money amount={attempt.amount} currency={attempt.currency} fz={14} />
      <div className={classes.more}>
        <div className={classes.badges}>
          {hidesState ? (
            <StatusBadge tone="amber">{t('case.banner')}</StatusBadge>
          ) : (
            <StatusBadge tone={tones[attempt.state]}>{t(`state.${attempt.state}`)}</StatusBadge>
          )}
          {charge?.is_live === false && (
            <StatusBadge tone="gray" dot={false}>
              {t('test')}
            </StatusBadge>
          )}
          <Text size="xs" c="dimmed" component="div">
            <Time value={attempt.decided_at ?? attempt.created_at} style="full" />
          </Text>
        </div>
        {attempt.state === 'declined' && (
          <Text size="xs" className={classes.words}>
            {t('declinedFor', { reason: reasonOf({ code: attempt.refusal_code, words: attempt.refusal_words }) })}
          </Text>
        )}
        {isOpen && (
          <Text size="xs" c="dimmed">
            {t('until', { time: formatDate(attempt.expires_at, 'full', language) })}
          </Text>
        )}
        <Facts attempt={attempt} charge={charge} others={others} />
      </div>
    </li>
  );
}

/** Whether it is money that went back. */
const isBack = (one: PaymentTransaction) =>
  (one.kind === 'refund' || one.kind === 'void' || one.kind === 'chargeback') &&
  (one.status === 'paid' || one.status === 'voided');

function Facts({
  attempt,
  charge,
  others,
}: {
  attempt: PaymentAttempt;
  charge: PaymentTransaction | undefined;
  others: readonly PaymentTransaction[];
}) {
  const t = useOnlinePaymentsCardText();
  const reference = charge?.provider_id ?? attempt.provider_reference;
  const facts: [key: string, term: string, value: ReactNode][] = [];
  if (reference) facts.push(['reference', t('reference'), <GatewayReference key="reference" reference={reference} />]);
  if (charge?.fee) {
    facts.push(['fee', t('fee'), <Money key="fee" amount={charge.fee} currency={charge.currency} fw={400} />]);
  }
  if (charge && isPositive(charge.refunded)) {
    const refunded = <Money key="refunded" amount={charge.refunded} currency={charge.currency} fw={400} />;
    facts.push(['refunded', t('refunded'), refunded]);
  }
  for (const one of others) {
    if (one.kind !== 'refund' && one.kind !== 'void' && one.kind !== 'chargeback') continue;
    facts.push([
      one.id,
      t(`kind.${one.kind}`),
      <Money key={one.id} amount={one.amount} currency={one.currency} fw={400} />,
    ]);
  }
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(([key, term, value]) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
