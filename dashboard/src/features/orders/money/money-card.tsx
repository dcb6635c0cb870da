import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MoneyMark } from '@/modules/status-badge/money-mark';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../orders.api';
import { type OrderDialog } from '../orders.search';
import { paymentAct } from './expected-payment';
import { useOrderMoneyText } from './i18n';
import { entriesQuery } from './money.api';
import { PaymentLinkButton } from './payment-link-button';
import amounts from '@/shared/ui/amounts.module.css';
import classes from './money.module.css';

const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;

/** OR-02: the balance of the order, its actions, and the ledger entries. */
export function MoneyCard({
  order,
  mayUpdate,
  ask,
}: {
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog) => void;
}) {
  const t = useOrderMoneyText();
  // A refund needs a further ability than changing orders.
  const mayRefund = useCan('manage', 'Order');
  const { language } = useLanguage();
  const [open, setOpen] = useState(false);
  const { money, currency } = order;
  // A closed order's state is its status.
  const isClosed = order.status === 'CNCL';
  const owes = isPositive(money.owed);
  const wasPaid = isPositive(money.paid);
  const isGivenUp = isPositive(money.given_up) && !isClosed;
  const rows = [
    // The total stands below the items: here it begins a sum only.
    { key: 'total', amount: order.total, shown: isGivenUp || (owes && wasPaid) || isPositive(money.overpaid) },
    // A refund lowers what the order is worth: that is no loss.
    {
      key: isPositive(money.refunded) ? 'givenUpByRefund' : 'givenUp',
      amount: `-${money.given_up}`,
      shown: isGivenUp,
    },
    { key: 'paid', amount: money.paid, shown: wasPaid },
    { key: 'refunded', amount: money.refunded, shown: isPositive(money.refunded) },
  ] as const;
  return (
    <Section
      title={t('title')}
      // What is missing or came back has a line of its own below.
      actions={money.state === 'paid' && <MoneyMark order={order} />}
    >
      <dl className={classes.sums}>
        <div className={classes.method}>
          <dt>{t('method')}</dt>
          <dd>
            <bdi>{textOf(order.payment.name, language)}</bdi>
          </dd>
        </div>
        {rows.map(
          (row) =>
            row.shown && (
              <div key={row.key} className={classes.row}>
                <dt>{t(row.key)}</dt>
                <dd>
                  <Money amount={row.amount} currency={currency} fw={400} />
                </dd>
              </div>
            ),
        )}
        {owes && (
          <div className={`${classes.row} ${classes.strong}`}>
            <dt>{t('owed')}</dt>
            <dd>
              <Money amount={money.owed} currency={currency} fw={600} />
            </dd>
          </div>
        )}
        {isPositive(money.overpaid) && (
          <div className={`${classes.row} ${classes.strong}`} data-tone="amber">
            <dt>{t('overpaid')}</dt>
            <dd>
              <Money amount={money.overpaid} currency={currency} fw={600} />
            </dd>
          </div>
        )}
      </dl>
      {mayUpdate && (
        <Group gap={8} mt={14} grow preventGrowOverflow={false}>
          {owes && (
            <Button variant="default" size="sm" onClick={() => ask('payment')}>
              {t(paymentAct(order))}
            </Button>
          )}
          {mayRefund && isPositive(money.refundable) && (
            <Button variant="default" size="sm" onClick={() => ask('refund')}>
              {t('refund')}
            </Button>
          )}
          {owes && <PaymentLinkButton order={order.id} />}
        </Group>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        px={8}
        ms={-8}
        mt={10}
        mb={-6}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'entries.hide' : 'entries.show')}
      </Button>
      {open && <Entries order={order} />}
    </Section>
  );
}

function Entries({ order }: { order: OrderView }) {
  const t = useOrderMoneyText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(entriesQuery(order.id));
  if (query.error) {
    return (
      <Alert color="red" mt={8}>
        <Group justify="space-between" gap={8}>
          <Text size="sm">{t('entries.failed')}</Text>
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {s('tryAgain')}
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <ol className={classes.entries} aria-busy={query.isPending}>
      {query.data?.map((entry) => (
        <li key={entry.n} className={classes.entry}>
          <div className={classes.entryText}>
            <Text size="sm">{t(`kind.${entry.kind}`)}</Text>
            <Text size="xs" c="dimmed" component="div">
              <Time value={entry.at} style="full" />
              {entry.actor_name && (
                <>
                  {' · '}
                  <bdi>{entry.actor_name}</bdi>
                </>
              )}
            </Text>
            {compareDecimal(entry.vat.replace('-', ''), '0') > 0 && (
              <Text size="xs" c="dimmed">
                {t('entries.vat', { amount: formatMoney(entry.vat.replace('-', ''), order.currency, language) })}
              </Text>
            )}
            {entry.note && (
              <Text size="xs" component="div" dir="auto" className={classes.note}>
                {entry.note}
              </Text>
            )}
          </div>
          <div className={amounts.amount}>
            <Money amount={entry.amount} currency={order.currency} fw={500} fz={14} />
          </div>
        </li>
      ))}
    </ol>
  );
}
