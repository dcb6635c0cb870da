import type { OrderStatus } from '@/modules/status-badge/order-status';
import type { Schema } from '@/shared/api/wire-schema';

/** What a payment is called wherever it is recorded: the cash of a delivered order, or a payment. */
export const paymentAct = (order: { status: OrderStatus; payment_provider: string }): 'cash' | 'pay' =>
  order.payment_provider === 'COD' && order.status === 'DLVR' ? 'cash' : 'pay';

/**
 * Whether the payment state is worth a word beside the order's status: `wrong` when money is missing or too much, `other`
 * when it only differs from the usual, null when it is as expected. Cash is expected at the delivery, everything else
 * in advance.
 */
export function paymentNotice(order: {
  status: OrderStatus;
  payment_provider: string;
  money: Pick<Schema<'OrderMoney'>, 'state'>;
}): 'wrong' | 'other' | null {
  const isPaidLater = order.payment_provider === 'COD' && order.status !== 'DLVR';
  switch (order.money.state) {
    case 'overpaid':
      return 'wrong';
    case 'unpaid':
      return order.status === 'DRFT' || isPaidLater ? null : 'wrong';
    case 'owes':
      return isPaidLater ? 'other' : 'wrong';
    case 'paid':
      return isPaidLater ? 'other' : null;
    case 'partly_refunded':
    case 'refunded':
      return 'other';
    case 'nothing':
      return null;
  }
}
