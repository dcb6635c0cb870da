import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../../orders.api';
import type { OrderDialog } from '../../orders.search';
import { useOnlinePaymentText } from '../i18n';
import { isRecordedByHand, onlinePaymentsQuery, type PaymentCase } from '../online-payments.api';
import { useOnlinePaymentsCardText } from './i18n';

const CloseCaseDialog = lazyDialog(() => import('./close-case-dialog'));

/** What is owed back by these. */
const isRefunded = (kind: PaymentCase['kind']) =>
  kind === 'paid_twice' || kind === 'paid_too_much' || kind === 'paid_after_end';

/** PY-03: what somebody has to look at in a payment of the order, shown first on its page, with what to do. */
export default function CasesBanner({
  order,
  mayUpdate,
  ask,
}: {
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog, ofCase?: string) => void;
}) {
  const [closing, setClosing] = useState<PaymentCase | null>(null);
  const cases = useQuery(onlinePaymentsQuery(order.id)).data?.cases ?? [];
  const open = cases.filter((one) => !one.closed_at);
  return (
    <>
      {open.map((one) => (
        <CaseAlert
          key={one.id}
          of={one}
          order={order}
          mayUpdate={mayUpdate}
          ask={ask}
          onClose={() => setClosing(one)}
        />
      ))}
      <Suspense fallback={null}>
        {closing && <CloseCaseDialog of={closing} onClose={() => setClosing(null)} />}
      </Suspense>
    </>
  );
}

function CaseAlert({
  of,
  order,
  mayUpdate,
  ask,
  onClose,
}: {
  of: PaymentCase;
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog, ofCase?: string) => void;
  onClose: () => void;
}) {
  const t = useOnlinePaymentsCardText();
  const word = useOnlinePaymentText();
  const { language } = useLanguage();
  const mayRefund = useCan('manage', 'Order');
  const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;
  const offersRefund = mayRefund && isRefunded(of.kind) && isPositive(order.money.refundable);
  const offersPayment = mayUpdate && isRecordedByHand(of) && isPositive(order.money.owed);
  return (
    <Alert
      role="region"
      aria-label={t('case.banner')}
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Text size="sm" fw={600} mb={4} component="h2">
        {t('case.banner')}: {word(`case.${of.kind}`)}
      </Text>
      <Text size="sm" mb={4}>
        {t(`todo.${of.kind}`)}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {t('case.amount', { amount: formatMoney(of.amount, of.currency, language) })}
        {' · '}
        <Time value={of.opened_at} style="full" />
      </Text>
      {mayUpdate && (
        <Group gap={8} mt={10}>
          {offersRefund && (
            <Button size="sm" onClick={() => ask('refund')}>
              {t('case.refund')}
            </Button>
          )}
          {offersPayment && (
            <Button size="sm" onClick={() => ask('payment', of.id)}>
              {t('case.pay')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={onClose}>
            {t('case.close')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
