import { useQuery } from '@tanstack/react-query';
import { orderTrustQuery } from '@/modules/trust/trust.api';
import type { OrderView } from '../orders.api';
import { receiptsQuery, type Receipt } from './transfers.api';

/**
 * The receipts of an order, asked for where it can have some: those of a transfer, and of a cash order whose rule asked
 * for a deposit, which its trust says.
 */
export function useReceipts(order: Pick<OrderView, 'id' | 'payment_provider'>): Receipt[] | undefined {
  const trust = useQuery(orderTrustQuery(order.id)).data;
  const hasDeposit = trust?.decision?.action === 'deposit';
  return useQuery({ ...receiptsQuery(order.id), enabled: order.payment_provider === 'BANK' || hasDeposit }).data;
}
