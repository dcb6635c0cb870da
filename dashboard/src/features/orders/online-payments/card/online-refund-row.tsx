import { Button, Text } from '@mantine/core';
import { compareDecimal } from '@/shared/forms/decimal';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import type { StatusTone } from '@/shared/ui/tokens';
import { staleAfterChange, type OrderView } from '../../orders.api';
import type { OrderDialog } from '../../orders.search';
import { retryCall } from '../../provider-calls/provider-calls.api';
import { providerName } from '../describe-online-payment';
import type { OnlineRefund } from '../online-payments.api';
import { useOnlinePaymentsCardText } from './i18n';
import classes from './card.module.css';

const tones: Readonly<Record<OnlineRefund['state'], StatusTone>> = {
  requested: 'amber',
  done: 'green',
  refused: 'red',
  unknown: 'amber',
};

/** A refund that was requested of a gateway: how far it is, why it was refused, and what can be done then. */
export function OnlineRefundRow({
  refund,
  order,
  mayUpdate,
  ask,
}: {
  refund: OnlineRefund;
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog) => void;
}) {
  const t = useOnlinePaymentsCardText();
  const mayRefund = useCan('manage', 'Order');
  const retry = useApiMutation({
    run: (call: string) => retryCall(call),
    invalidates: staleAfterChange,
    done: () => toast.success(t('refund.retried')),
  });
  const { call_id: call, reason } = refund;
  const canRepeat = mayRefund && refund.state === 'refused' && compareDecimal(order.money.refundable, '0') > 0;
  return (
    <li className={classes.row}>
      <div className={classes.name}>{t('refund.to', { provider: providerName(refund.provider) })}</div>
      <Money amount={refund.amount} currency={refund.currency} fz={14} />
      <div className={classes.more}>
        <div className={classes.badges}>
          <StatusBadge tone={tones[refund.state]}>{t(`refund.${refund.state}`)}</StatusBadge>
          <Text size="xs" c="dimmed" component="div">
            <Time value={refund.updated_at} style="full" />
          </Text>
        </div>
        {refund.state === 'unknown' && <Text size="xs">{t('refund.unknownText')}</Text>}
        {reason && refund.state !== 'unknown' && <Text size="xs">{reason.message}</Text>}
        {reason?.provider_words && (
          <Text size="xs" c="dimmed" component="div" className={classes.words}>
            {t('refund.words', { words: `\u2068${reason.provider_words}\u2069` })}
          </Text>
        )}
        {refund.note && (
          <Text size="xs" c="dimmed" component="div" dir="auto" className={classes.words}>
            {refund.note}
          </Text>
        )}
        {mayUpdate && call && refund.can_retry && (
          <Button size="xs" mt={4} variant="default" loading={retry.isPending} onClick={() => retry.mutate(call)}>
            {t('refund.retry')}
          </Button>
        )}
        {canRepeat && (
          <Button size="xs" mt={4} variant="default" onClick={() => ask('refund')}>
            {t('refund.again')}
          </Button>
        )}
      </div>
    </li>
  );
}
