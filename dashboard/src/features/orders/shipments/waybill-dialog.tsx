import { Alert, SegmentedControl, Text } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { useShippingName } from '@/modules/shipping/i18n';
import { shippingProviders } from '@/modules/shipping/providers';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import { createShipment, updateShipment, type Fulfilment, type Shipment } from './shipments.api';
import { isWaiting } from './shipments.model';
import { WaybillParcel, WaybillTracking } from './waybill-parcel';
import { WaybillPieces } from './waybill-pieces';
import { firstValues, waybillOf, type Provider, type WaybillValues } from './waybill-values';

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
  const form = useApiForm<WaybillValues>({ mode: 'controlled', initialValues: firstValues(known, shipment) });
  const { values } = form;
  const isAll = !shipment || isWaiting(shipment.status);
  const isPickup = values.provider === 'PICKUP';
  // The order is not confirmed: the submit button names the override.
  const waits = !shipment && known.waits_for_confirmation;
  const lines = known.to_ship.map((left) => ({ left, quantity: values.quantities[left.line] ?? 0 }));
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const save = useApiMutation({
    run: (input: WaybillValues) =>
      shipment
        ? updateShipment(shipment.id, { waybill: waybillOf(input, isAll), version: shipment.version })
        : createShipment(order.id, {
            provider: input.provider,
            lines: chosen.map(({ left, quantity }) => ({ line: left.line, quantity })),
            waybill: waybillOf(input, true),
            version: order.version,
            ...(waits ? { without_confirmation: true } : {}),
          }),
    invalidates: staleAfterChange,
  });
  return (
    <DialogFormBody
      form={form}
      submit={shipment ? s('save') : t(waits ? 'shipAnyway' : 'create')}
      isDisabled={!shipment && chosen.length === 0}
      aside={
        !shipment &&
        chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('nothingChosen')}
          </Text>
        )
      }
      done={t(shipment ? 'edit.saved' : 'create.done')}
      onSave={(input) => sendWithFieldErrors(onClose, () => save.mutateAsync(input))}
      onClose={onClose}
    >
      {waits && (
        <Alert color="yellow" icon={<IconPhoneCall size={18} />}>
          <Text size="sm" fw={600} mb={4}>
            {t('waits')}
          </Text>
          {t('waitsText')}
          <LinkAnchor
            to="/orders/confirm"
            c="inherit"
            underline="always"
            size="sm"
            display="block"
            w="fit-content"
            mt={8}
          >
            {t('toDesk')}
          </LinkAnchor>
        </Alert>
      )}
      {!shipment && (
        <>
          {known.defaults.has_address ? (
            <SegmentedControl
              fullWidth
              aria-label={t('how')}
              data={shippingProviders.map((value) => ({ value, label: name(value) }))}
              value={values.provider}
              onChange={(value) => form.setFieldValue('provider', value as Provider)}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('noAddress')}
            </Text>
          )}
          <WaybillPieces form={form} order={order} known={known} />
        </>
      )}
      {!isAll && <Alert color="blue">{t('edit.left')}</Alert>}
      {!isPickup && <WaybillTracking form={form} isFirst={shipment !== undefined} />}
      {isAll && (
        <WaybillParcel form={form} currency={order.currency} codLeft={shipment ? null : known.defaults.cod_left} />
      )}
    </DialogFormBody>
  );
}
