import { Button } from '@mantine/core';
import { Suspense, useRef, type RefObject } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { useCan } from '@/shared/session/session';
import { onFirstPress } from '@/shared/ui/first-press';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { paymentAct } from './money/expected-payment';
import { useOrderPageText } from './page/i18n';
import { OrderMenu } from './order-menu';
import { useNextLabel } from './order-next';
import { useMarkPaid } from './order-payment';
import { type OrderView } from './orders.api';
import { naturalNext, offeredStatuses } from './orders.model';
import { type OrderDialog } from './orders.search';
import { useOrderSteps } from './use-order-steps';
import { useStatusFocus } from './use-status-focus';
import classes from './order.module.css';

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
  statusPlace,
}: {
  order: OrderView;
  mayUpdate: boolean;
  /** Another action on the page comes first: a pending receipt. */
  quiet?: boolean;
  dialog: OrderDialog | undefined;
  ask: (dialog: OrderDialog | undefined) => void;
  /** Shows the status: has the focus after a step that no other follows. */
  statusPlace: RefObject<HTMLElement | null>;
}) {
  const t = useOrderPageText();
  const label = useNextLabel();
  const { markPaid, busy } = useMarkPaid(order);
  const steps = useOrderSteps(order, ask);
  const actions = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const shownDialog = useAllowedDialog(order, mayUpdate, dialog);
  const isDialogOpen = shownDialog !== undefined || steps.pickup !== null;
  const { acted } = useStatusFocus(order.status, isDialogOpen, { actions, next, status: statusPlace });

  const reachable = order.next_statuses.filter(
    (status) => mayUpdate && offeredStatuses.includes(status) && (status !== 'SHPD' || steps.mayLeave),
  );
  const primary = naturalNext(order.status, reachable, order.shipping_provider);
  const go = (status: (typeof reachable)[number]) => {
    acted();
    steps.go(status);
  };
  const isPaid = order.payment_status === 'paid';
  const owes = compareDecimal(order.money.owed, '0') > 0;
  const variant = quiet ? 'default' : 'filled';

  return (
    <div ref={actions} className={classes.steps}>
      <OrderMenu
        order={order}
        others={reachable.filter((status) => status !== primary && status !== 'CNCL')}
        busy={busy || (steps.isMoving && !primary)}
        onStatus={go}
        onPaid={mayUpdate && !isPaid && owes ? () => void markPaid() : undefined}
        onNotPaid={mayUpdate && isPaid ? () => ask('not_paid') : undefined}
        onCancel={reachable.includes('CNCL') ? () => go('CNCL') : undefined}
      />
      {primary && (
        <Button ref={next} variant={variant} loading={steps.isMoving} onClick={onFirstPress(() => go(primary))}>
          {label(order.status, primary)}
        </Button>
      )}
      {/* After delivery the next step is to record the collected cash. */}
      {mayUpdate && owes && order.status === 'DLVR' && (
        <Button ref={next} variant={variant} onClick={onFirstPress(() => ask('payment'))}>
          {t(paymentAct(order) === 'cash' ? 'pay.collected' : 'pay.record')}
        </Button>
      )}
      <Suspense fallback={null}>
        {steps.pickup && <PickupDialog shipment={steps.pickup} onClose={steps.closePickup} />}
        <OrderDialogs order={order} dialog={shownDialog} onClose={() => ask(undefined)} />
      </Suspense>
    </div>
  );
}

/** The dialog that the address names, if the order allows it: a cancelled order has none to cancel it. */
function useAllowedDialog(order: OrderView, mayUpdate: boolean, dialog: OrderDialog | undefined) {
  const mayRefund = useCan('manage', 'Order');
  const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;
  const isAllowed = {
    CNCL: mayUpdate && order.next_statuses.includes('CNCL'),
    RTRN: mayUpdate && order.next_statuses.includes('RTRN'),
    payment: mayUpdate && isPositive(order.money.owed),
    not_paid: mayUpdate && order.payment_status === 'paid',
    refund: mayRefund && isPositive(order.money.refundable),
  };
  return dialog && isAllowed[dialog] ? dialog : undefined;
}

function OrderDialogs({
  order,
  dialog,
  onClose,
}: {
  order: OrderView;
  dialog: OrderDialog | undefined;
  onClose: () => void;
}) {
  switch (dialog) {
    case 'CNCL':
      return <CancelDialog order={order} onClose={onClose} />;
    case 'RTRN':
      return <ReturnDialog order={order} onClose={onClose} />;
    case 'payment':
      return <PaymentDialog order={order} onClose={onClose} />;
    case 'not_paid':
      return <NotPaidDialog order={order} onClose={onClose} />;
    case 'refund':
      return <RefundDialog order={order} onClose={onClose} />;
    default:
      return null;
  }
}
