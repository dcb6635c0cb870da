import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '@/shared/ui/page';
import type { OrderView } from '../../orders.api';
import type { OrderDialog } from '../../orders.search';
import { isInReview, onlinePaymentsQuery } from '../online-payments.api';
import { AttemptRow } from './attempt-row';
import { OnlineRefundRow } from './online-refund-row';
import { useOnlinePaymentsCardText } from './i18n';
import classes from './card.module.css';

/** Attempts that are shown at first: the newest, and whatever was paid. */
const shownAtFirst = 2;

/** PY-03: the attempts to pay an order online, and the refunds that were requested of its gateways. */
export default function OnlinePaymentsCard({
  order,
  mayUpdate,
  ask,
}: {
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog) => void;
}) {
  const t = useOnlinePaymentsCardText();
  const [isAll, setIsAll] = useState(false);
  const payments = useQuery(onlinePaymentsQuery(order.id)).data;
  if (!payments || payments.attempts.length === 0) return null;
  const attempts = payments.attempts.filter(
    (attempt, index) => isAll || index < shownAtFirst || attempt.state === 'paid',
  );
  const hidden = payments.attempts.length - attempts.length;
  return (
    <Section title={t('title')}>
      <ol className={classes.list}>
        {attempts.map((attempt) => (
          <AttemptRow
            key={attempt.id}
            attempt={attempt}
            isInReview={isInReview(payments, attempt)}
            transactions={payments.transactions.filter((one) => one.attempt_id === attempt.id)}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="subtle" color="gray" size="xs" px={8} ms={-8} mt={10} onClick={() => setIsAll(true)}>
          {t('older', { count: hidden })}
        </Button>
      )}
      {payments.refunds.length > 0 && (
        <div className={classes.part}>
          <Title order={3} className={classes.partTitle}>
            {t('refunds.title')}
          </Title>
          <ol className={classes.list}>
            {payments.refunds.map((refund) => (
              <OnlineRefundRow key={refund.id} refund={refund} order={order} mayUpdate={mayUpdate} ask={ask} />
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}
