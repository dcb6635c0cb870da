import { Alert, SegmentedControl, Text } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useConnectedCouriers, useCourier, type Courier } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { isCourier, shippingProviders } from '@/modules/shipping/providers';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { CourierFields, RecipientAddress } from './courier/courier-fields';
import { useShipmentText } from './i18n';
import { createShipment, retryBooking, updateShipment, type Fulfilment, type Shipment } from './shipments.api';
import { isBooked, isCorrectable, isWaiting } from './shipments.model';
import { WaybillParcel, WaybillTracking } from './waybill-parcel';
import { WaybillPieces } from './waybill-pieces';
import {
  bookedChange,
  firstValues,
  waitingChange,
  waybillOf,
  type Provider,
  type WaybillValues,
} from './waybill-values';

const BookedFields = lazyDialog(() => import('./courier/booked-fields'));
const ParcelAddress = lazyDialog(() =>
  import('./courier/parcel-address').then((part) => ({ default: part.ParcelAddress })),
);

/** OR-06: the waybill of a new shipment, with its pieces, or of an existing one. */
export default function WaybillDialog({
  order,
  known,
  shipment,
  onClose,
}: {
  order: OrderView;
  known: Fulfilment;
  /** None for a new one. */
  shipment?: Shipment;
  onClose: () => void;
}) {
  const t = useShipmentText();
  const title = shipment
    ? t('edit.title', { number: `\u2066#${shipment.number}\u2069` })
    : t('create.title', { number: orderName(order.number) });
  return (
    <Dialog tall title={title} size={600} onClose={onClose}>
      <WaybillForm order={order} known={known} shipment={shipment} onClose={onClose} />
    </Dialog>
  );
}

function WaybillForm({
  order,
  known,
  shipment,
  onClose,
}: {
  order: OrderView;
  known: Fulfilment;
  shipment: Shipment | undefined;
  onClose: () => void;
}) {
  const t = useShipmentText();
  const name = useShippingName();
  const s = useShared();
  const form = useApiForm<WaybillValues>({
    mode: 'controlled',
    initialValues: firstValues(known, shipment, order.address),
  });
  const { values } = form;
  const courier = useCourier(values.provider);
  // What is booked changes at its courier, where that takes changes.
  const isAtCourier = shipment !== undefined && isBooked(shipment) && isCourier(values.provider);
  const isAll = !shipment || isWaiting(shipment.status);
  // What the courier refused is corrected and asked for again at once.
  const isRebooked = shipment !== undefined && isCorrectable(shipment);
  // The order is not confirmed: the submit button names the override.
  const waits = !shipment && known.waits_for_confirmation;
  const lines = known.to_ship.map((left) => ({ left, quantity: values.quantities[left.line] ?? 0 }));
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const save = useApiMutation({
    run: async (input: WaybillValues) => {
      if (!shipment)
        return createShipment(order.id, {
          provider: input.provider,
          lines: chosen.map(({ left, quantity }) => ({ line: left.line, quantity })),
          waybill: waybillOf(input, true, courier),
          version: order.version,
          ...(waits ? { without_confirmation: true } : {}),
        });
      const saved = await updateShipment(shipment.id, {
        ...(isAtCourier ? bookedChange(input) : waitingChange(input, isAll, courier)),
        version: shipment.version,
      });
      return isRebooked ? retryBooking(shipment.id) : saved;
    },
    invalidates: staleAfterChange,
  });
  return (
    <DialogFormBody
      form={form}
      submit={shipment ? (isRebooked ? t('edit.rebook') : s('save')) : t(waits ? 'shipAnyway' : 'create')}
      isDisabled={!shipment && chosen.length === 0}
      aside={
        !shipment &&
        chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('nothingChosen')}
          </Text>
        )
      }
      done={t(shipment ? (isRebooked ? 'booking.asked' : isAtCourier ? 'edit.sent' : 'edit.saved') : 'create.done')}
      onSave={(input) => sendWithFieldErrors(onClose, () => save.mutateAsync(input))}
      onClose={onClose}
    >
      {waits && <WaitsAlert />}
      {!shipment && (
        <>
          <HowControl form={form} known={known} />
          <WaybillPieces form={form} order={order} known={known} />
        </>
      )}
      {isAtCourier ? (
        <Suspense fallback={null}>
          <BookedFields form={form} order={order} courier={name(values.provider)} />
        </Suspense>
      ) : (
        <WaybillFields form={form} order={order} known={known} shipment={shipment} courier={courier} />
      )}
    </DialogFormBody>
  );
}

/** All fields of a waybill, or after it has left those of its tracking. */
function WaybillFields({
  form,
  order,
  known,
  shipment,
  courier,
}: {
  form: ApiForm<WaybillValues>;
  order: OrderView;
  known: Fulfilment;
  shipment: Shipment | undefined;
  courier: Courier | undefined;
}) {
  const t = useShipmentText();
  const isAll = !shipment || isWaiting(shipment.status);
  const isPickup = form.values.provider === 'PICKUP';
  return (
    <>
      {!isAll && <Alert color="blue">{t('edit.left')}</Alert>}
      {courier && isAll && !shipment && <RecipientAddress form={form} order={order} />}
      {courier && isAll && shipment && (
        <Suspense fallback={null}>
          <ParcelAddress form={form} isWrong={isCorrectable(shipment)} />
        </Suspense>
      )}
      {!isPickup && courier?.capabilities.booking !== 'http' && (
        <WaybillTracking form={form} isFirst={shipment !== undefined} />
      )}
      {isAll && (
        <WaybillParcel
          form={form}
          currency={order.currency}
          isNew={!shipment}
          services={courier?.capabilities.services}
          codLeft={shipment ? null : known.defaults.cod_left}
        />
      )}
      {courier && isAll && <CourierFields form={form} order={order} />}
    </>
  );
}

/** How the order is delivered: by the store, by a courier that is connected, or not at all. */
function HowControl({ form, known }: { form: ApiForm<WaybillValues>; known: Fulfilment }) {
  const t = useShipmentText();
  const name = useShippingName();
  const couriers = useConnectedCouriers();
  const { provider: usual, has_address: hasAddress } = known.defaults;
  if (!hasAddress)
    return (
      <Text size="sm" c="dimmed">
        {t('noAddress')}
      </Text>
    );
  const offered = shippingProviders.filter((value) => value === usual || !isCourier(value) || couriers.includes(value));
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('how')}
      data={offered.map((value) => ({ value, label: name(value) }))}
      value={form.values.provider}
      onChange={(value) => form.setFieldValue('provider', value as Provider)}
    />
  );
}

/** The order is not confirmed: it is shipped all the same, or confirmed first. */
function WaitsAlert() {
  const t = useShipmentText();
  return (
    <Alert color="yellow" icon={<IconPhoneCall size={18} />}>
      <Text size="sm" fw={600} mb={4}>
        {t('waits')}
      </Text>
      {t('waitsText')}
      <LinkAnchor to="/orders/confirm" c="inherit" underline="always" size="sm" display="block" w="fit-content" mt={8}>
        {t('toDesk')}
      </LinkAnchor>
    </Alert>
  );
}
