import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStatusText } from '@/modules/status-badge/i18n';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';
import { toastOrderError } from './order-failure';
import { setStatus, staleAfterChange, type OrderView, type StatusIn } from './orders.api';
import type { OrderDialog } from './orders.search';
import { useOrderPageText } from './page/i18n';
import { fulfilmentQuery, type Shipment } from './shipments/shipments.api';
import { isHandedOver, isUnbooked } from './shipments/shipments.model';

/** OR-03: takes an order to another status, by a dialog where it needs one. */
export function useOrderSteps(order: OrderView, ask: (dialog: OrderDialog) => void) {
  const t = useOrderPageText();
  const common = useOrderText();
  const word = useStatusText();
  const change = useApiMutation({
    run: (body: StatusIn) => setStatus(order.id, { ...body, version: order.version }),
    invalidates: staleAfterChange,
  });
  // Handing over a pickup needs its code: the order's step is that of its shipment.
  const [pickup, setPickup] = useState<Shipment | null>(null);
  const shipments = useQuery(fulfilmentQuery(order.id)).data?.shipments;

  const send = (body: StatusIn, onError: (error: unknown) => void) =>
    change.mutate(body, {
      onSuccess: () => toast.success(common('statusChanged', { status: word(`order.${body.status}`) })),
      onError,
    });
  /** Preparing an order whose deposit is missing needs an explicit override. */
  const goWithout = async (error: unknown, status: OrderStatus) => {
    if (!isApiError(error) || error.code !== 'deposit_missing') return toastOrderError(error);
    const isConfirmed = await confirm({ title: t('deposit.title'), text: t('deposit.text'), confirm: t('deposit.go') });
    if (isConfirmed) send({ status, goes_without_deposit: true }, toastOrderError);
  };
  const go = (status: OrderStatus) => {
    if (status === 'CNCL' || status === 'RTRN') return ask(status);
    const parcel = status === 'DLVR' && shipments?.find(isHandedOver);
    if (parcel) return setPickup(parcel);
    send({ status }, (error) => void goWithout(error, status));
  };
  return {
    go,
    /** A parcel that its courier has not booked holds the order: it is booked, or cancelled, first. */
    mayLeave: !shipments?.some(isUnbooked),
    // Until the page shows the new status; its lists may take longer.
    isMoving: change.isPending && change.variables.status !== order.status,
    pickup,
    closePickup: () => setPickup(null),
  };
}
