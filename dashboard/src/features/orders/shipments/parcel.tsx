import { Button } from '@mantine/core';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { onFirstPress } from '@/shared/ui/first-press';
import { confirm } from '@/shared/ui/confirm';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { staleAfterChange, type OrderView } from '../orders.api';
import { BookingNotice, CourierUpdates } from './courier/booking-notice';
import { useShipmentText } from './i18n';
import { ParcelFacts } from './parcel-facts';
import { ParcelGoods } from './parcel-goods';
import { ParcelHistory } from './parcel-history';
import { ParcelMenu } from './parcel-menu';
import { ParcelNote } from './parcel-note';
import { moveShipment, retryBooking, type Shipment, type ShipmentStatusIn } from './shipments.api';
import { hasCourierTrack, isBooked, isCorrectable, isolated, nextOf, shipmentTones } from './shipments.model';
import classes from './shipments.module.css';

/** A shipment of an order: its status, pieces and actions. */
export function Parcel({
  shipment,
  order,
  steps,
  mayUpdate,
  onEdit,
  onPickup,
}: {
  shipment: Shipment;
  order: OrderView;
  /** Statuses it can move to; without the step that the order's own control takes. */
  steps: Shipment['next_statuses'];
  mayUpdate: boolean;
  onEdit: () => void;
  onPickup: () => void;
}) {
  const t = useShipmentText();
  const s = useShared();
  const name = isolated(shipment.number);
  const move = useApiMutation({
    run: (body: ShipmentStatusIn) => moveShipment(shipment.id, { ...body, version: shipment.version }),
    invalidates: staleAfterChange,
    done: () => toast.success(t('moved')),
  });
  const book = useApiMutation({
    run: () => retryBooking(shipment.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('booking.asked')),
  });
  const go = async (status: ShipmentStatusIn['status']) => {
    if (status === 'delivered' && shipment.provider === 'PICKUP') {
      onPickup();
      return;
    }
    if (
      status === 'cancelled' &&
      !(await confirm({
        title: t('cancel.title', { number: name }),
        text: t(isBooked(shipment) ? 'cancel.bookedText' : 'cancel.text'),
        confirm: t('go.cancelled'),
        cancel: s('back'),
        danger: true,
      }))
    ) {
      return;
    }
    move.mutate({ status }, { onError: toastOrderError });
  };
  const primary = nextOf({ next_statuses: steps });
  const others = steps.filter((status) => status !== primary && status !== 'cancelled');
  const over = shipment.status === 'cancelled';
  return (
    <li className={classes.shipment} data-quiet={over || undefined}>
      <div className={classes.head}>
        <span className={`${classes.number} num`}>#{shipment.number}</span>
        <StatusBadge tone={shipmentTones[shipment.status]}>{t(`status.${shipment.status}`)}</StatusBadge>
        {!over && shipment.booking.state === 'waiting' && (
          <StatusBadge tone="amber">{t('booking.waiting')}</StatusBadge>
        )}
        {isBooked(shipment) && <StatusBadge tone="blue">{t('booking.booked')}</StatusBadge>}
        {!over && shipment.booking.state === 'failed' && <StatusBadge tone="red">{t('booking.failed')}</StatusBadge>}
        {!over && (
          <div className={classes.acts}>
            {mayUpdate && shipment.booking.state === 'failed' && (
              <Button
                size="xs"
                variant="default"
                loading={book.isPending}
                onClick={() => book.mutate(undefined, { onError: toastOrderError })}
              >
                {t('booking.retry')}
              </Button>
            )}
            {primary && (
              <Button
                size="xs"
                variant="default"
                loading={move.isPending}
                onClick={onFirstPress(() => void go(primary))}
              >
                {t(`go.${primary as 'shipped'}`)}
              </Button>
            )}
            <ParcelMenu
              shipment={shipment}
              orderId={order.id}
              steps={others}
              mayUpdate={mayUpdate}
              onGo={(status) => void go(status)}
              onEdit={onEdit}
            />
          </div>
        )}
      </div>
      <BookingNotice
        shipment={shipment}
        currency={order.currency}
        onEdit={mayUpdate && isCorrectable(shipment) ? onEdit : undefined}
      />
      <ParcelGoods lines={shipment.lines} order={order} />
      <ParcelFacts shipment={shipment} currency={order.currency} />
      <ParcelNote note={shipment.note} />
      {hasCourierTrack(shipment) && <CourierUpdates shipment={shipment} order={order} />}
      <ParcelHistory shipment={shipment} />
    </li>
  );
}
