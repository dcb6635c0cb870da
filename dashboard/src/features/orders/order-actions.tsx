import { Button, Menu } from '@mantine/core';
import { IconBan, IconCash, IconCashOff, IconChevronDown } from '@tabler/icons-react';
import { useStatusText } from '@/modules/status-badge/i18n';
import { orderTones, type OrderStatus } from '@/modules/status-badge/order-status';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';
import { useOrderPageText } from './page/i18n';
import { EndOrderDialog, NotPaidDialog } from './order-dialogs';
import { tellOrderFailure } from './order-failure';
import { useNextLabel } from './order-next';
import { useMarkPaid } from './order-payment';
import { setStatus, staleAfterChange, type OrderView, type StatusIn } from './orders.api';
import { expectsMoney, isEnding, naturalNext, type OrderDialog } from './orders.model';

/** The usual next step as a button; every other step that the server allows now, and payment by hand, in the menu. */
export function OrderActions({
  order,
  mayUpdate,
  dialog,
  ask,
}: {
  order: OrderView;
  mayUpdate: boolean;
  dialog: OrderDialog | undefined;
  ask: (dialog: OrderDialog | undefined) => void;
}) {
  const t = useOrderPageText();
  const common = useOrderText();
  const word = useStatusText();
  const label = useNextLabel();
  const { markPaid, busy } = useMarkPaid(order);
  const change = useApiMutation({
    run: (body: StatusIn) => setStatus(order.id, { ...body, version: order.version }),
    invalidates: staleAfterChange,
  });

  const next = mayUpdate ? order.next_statuses : [];
  const primary = naturalNext(order.status, next, order.shipping_provider);
  const others = next.filter((status) => status !== primary && status !== 'CNCL');
  const go = (status: OrderStatus) => {
    if (status === 'CNCL' || status === 'RTRN') return ask(status);
    change.mutate(
      { status },
      {
        onSuccess: () => toast.success(common('statusChanged', { status: word(`order.${status}`) })),
        onError: tellOrderFailure,
      },
    );
  };
  const canPay = mayUpdate && (order.payment_status === 'paid' || expectsMoney(order.status));
  const hasMenu = others.length > 0 || canPay || next.includes('CNCL');

  return (
    <>
      {hasMenu && (
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
              loading={busy || (change.isPending && !primary)}
            >
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.length > 0 && <Menu.Label>{t('moveTo')}</Menu.Label>}
            {others.map((status) => (
              <Menu.Item key={status} leftSection={<Dot status={status} />} onClick={() => go(status)}>
                {label(order.status, status)}
              </Menu.Item>
            ))}
            {others.length > 0 && <Menu.Divider />}
            {canPay &&
              (order.payment_status === 'paid' ? (
                <Menu.Item leftSection={<IconCashOff size={16} aria-hidden />} onClick={() => ask('not_paid')}>
                  {t('pay.unmark')}
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconCash size={16} aria-hidden />} onClick={() => void markPaid()}>
                  {t('pay.mark')}
                </Menu.Item>
              ))}
            {next.includes('CNCL') && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={() => go('CNCL')}>
                  {common('next.CNCL')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {primary && (
        <Button loading={change.isPending} onClick={() => go(primary)}>
          {label(order.status, primary)}
        </Button>
      )}
      {mayUpdate && dialog && isEndingDialog(dialog) && order.next_statuses.includes(dialog) && (
        <EndOrderDialog order={order} status={dialog} onClose={() => ask(undefined)} />
      )}
      {mayUpdate && dialog === 'not_paid' && order.payment_status === 'paid' && (
        <NotPaidDialog order={order} onClose={() => ask(undefined)} />
      )}
    </>
  );
}

const isEndingDialog = (dialog: OrderDialog): dialog is 'CNCL' | 'RTRN' => dialog !== 'not_paid' && isEnding(dialog);

function Dot({ status }: { status: OrderStatus }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        inlineSize: 8,
        blockSize: 8,
        marginInline: 4,
        borderRadius: 4,
        background: `var(--tone-${orderTones[status]}-fg)`,
      }}
    />
  );
}
