import { Button, Menu } from '@mantine/core';
import { IconBan, IconCash, IconCashOff, IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useStatusText } from '@/modules/status-badge/i18n';
import { orderTones, type OrderStatus } from '@/modules/status-badge/order-status';
import { useMayOpen } from '@/modules/screens/screens';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { isApiError } from '@/shared/api/error';
import { compareDecimal } from '@/shared/forms/decimal';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { onFirstPress } from '@/shared/ui/first-press';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import { DuplicateItem } from './draft/draft-actions';
import { useOrderText } from './i18n';
import { useNextStatusText } from './next-status/i18n';
import { useOrderPageText } from './page/i18n';
import { toastOrderError } from './order-failure';
import { useNextLabel } from './order-next';
import { useMarkPaid } from './order-payment';
import { setStatus, staleAfterChange, type OrderView, type StatusIn } from './orders.api';
import { naturalNext, offeredStatuses, isEditable } from './orders.model';
import { type OrderDialog } from './orders.search';
import { fulfilmentQuery, type Shipment } from './shipments/shipments.api';
import { isHandedOver } from './shipments/shipments.model';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

// Loaded when they open: the page has a size budget.
const PaymentDialog = lazyDialog(() =>
  import('./money/payment-dialog').then((one) => ({ default: one.PaymentDialog })),
);
const RefundDialog = lazyDialog(() => import('./money/refund-dialog').then((one) => ({ default: one.RefundDialog })));
const ReturnDialog = lazyDialog(() => import('./money/return-dialog').then((one) => ({ default: one.ReturnDialog })));
const CancelDialog = lazyDialog(() => import('./order-dialogs').then((one) => ({ default: one.CancelDialog })));
const NotPaidDialog = lazyDialog(() => import('./order-dialogs').then((one) => ({ default: one.NotPaidDialog })));
const PickupDialog = lazyDialog(() => import('./shipments/pickup-dialog'));

/** The usual next step as a button; every other step that the server allows, and payment by hand, in the menu. */
export function OrderActions({
  order,
  mayUpdate,
  dialog,
  ask,
  quiet,
}: {
  order: OrderView;
  mayUpdate: boolean;
  /** Another action on the page comes first: a pending receipt. */
  quiet?: boolean;
  dialog: OrderDialog | undefined;
  ask: (dialog: OrderDialog | undefined) => void;
}) {
  const t = useOrderPageText();
  const mayRefund = useCan('manage', 'Order');
  const common = useOrderText();
  const step = useNextStatusText();
  const word = useStatusText();
  const label = useNextLabel();
  const { markPaid, busy } = useMarkPaid(order);
  const change = useApiMutation({
    run: (body: StatusIn) => setStatus(order.id, { ...body, version: order.version }),
    invalidates: staleAfterChange,
  });

  // Handing over a pickup needs its code: the order's step is that of its shipment.
  const [pickup, setPickup] = useState<Shipment | null>(null);
  const shipments = useQuery({ ...fulfilmentQuery(order.id), enabled: order.status !== 'DRFT' }).data?.shipments;

  const next = mayUpdate ? order.next_statuses.filter((status) => offeredStatuses.includes(status)) : [];
  const primary = naturalNext(order.status, next, order.shipping_provider);
  const others = next.filter((status) => status !== primary && status !== 'CNCL');
  const go = (status: OrderStatus) => {
    if (status === 'CNCL' || status === 'RTRN') return ask(status);
    const parcel = status === 'DLVR' && shipments?.find(isHandedOver);
    if (parcel) return setPickup(parcel);
    change.mutate(
      { status },
      {
        onSuccess: () => toast.success(common('statusChanged', { status: word(`order.${status}`) })),
        onError: (error) => void goWithout(error, status),
      },
    );
  };
  /** Preparing an order whose deposit is missing needs an explicit override. */
  const goWithout = async (error: unknown, status: OrderStatus) => {
    if (!isApiError(error) || error.code !== 'deposit_missing') return toastOrderError(error);
    const isConfirmed = await confirm({ title: t('deposit.title'), text: t('deposit.text'), confirm: t('deposit.go') });
    if (!isConfirmed) return;
    change.mutate(
      { status, goes_without_deposit: true },
      {
        onSuccess: () => toast.success(common('statusChanged', { status: word(`order.${status}`) })),
        onError: toastOrderError,
      },
    );
  };
  const owes = compareDecimal(order.money.owed, '0') > 0;
  const canPay = mayUpdate && (order.payment_status === 'paid' || owes);
  const mayEdit = useMayOpen('/orders/view/$id/edit');
  const canEdit = mayEdit && isEditable(order.status);
  const variant = quiet ? 'default' : 'filled';
  const hasMenu = mayUpdate || canEdit || others.length > 0 || canPay || next.includes('CNCL');

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
            {canEdit && (
              <LinkMenuItem
                to="/orders/view/$id/edit"
                params={{ id: order.id }}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t('edit')}
              </LinkMenuItem>
            )}
            <DuplicateItem order={order} />
            {canEdit && (others.length > 0 || canPay) && <Menu.Divider />}
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
                  {step('next.CNCL')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {primary && (
        <Button variant={variant} loading={change.isPending} onClick={onFirstPress(() => go(primary))}>
          {label(order.status, primary)}
        </Button>
      )}
      {/* After delivery the next step is to record the collected cash. */}
      {mayUpdate && owes && order.status === 'DLVR' && (
        <Button variant={variant} onClick={onFirstPress(() => ask('payment'))}>
          {t(order.payment_provider === 'COD' ? 'pay.collected' : 'pay.record')}
        </Button>
      )}
      <Suspense fallback={null}>
        {pickup && <PickupDialog shipment={pickup} onClose={() => setPickup(null)} />}
        {mayUpdate && dialog === 'CNCL' && order.next_statuses.includes('CNCL') && (
          <CancelDialog order={order} onClose={() => ask(undefined)} />
        )}
        {mayUpdate && dialog === 'RTRN' && order.next_statuses.includes('RTRN') && (
          <ReturnDialog order={order} onClose={() => ask(undefined)} />
        )}
        {mayUpdate && dialog === 'payment' && compareDecimal(order.money.owed, '0') > 0 && (
          <PaymentDialog order={order} onClose={() => ask(undefined)} />
        )}
        {mayRefund && dialog === 'refund' && compareDecimal(order.money.refundable, '0') > 0 && (
          <RefundDialog order={order} onClose={() => ask(undefined)} />
        )}
        {mayUpdate && dialog === 'not_paid' && order.payment_status === 'paid' && (
          <NotPaidDialog order={order} onClose={() => ask(undefined)} />
        )}
      </Suspense>
    </>
  );
}

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
