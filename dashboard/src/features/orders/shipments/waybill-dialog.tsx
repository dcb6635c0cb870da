import { Alert, Checkbox, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { LtrField } from '@/shared/forms/ltr-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { lineFacts } from '../money/line-facts';
import { placesQuery } from '../money/money.api';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import { createShipment, updateShipment, type Fulfilment, type Shipment, type ShipmentIn } from './shipments.api';
import { isWaiting } from './shipments.model';
import classes from './shipments.module.css';
import { LinkAnchor } from '@/shared/ui/link-anchor';

type Provider = Shipment['provider'];
type Service = NonNullable<NonNullable<ShipmentIn['waybill']>['service_type']>;

interface Waybill {
  service_type: Service;
  warehouse: string;
  package_size: Shipment['package_size'];
  package_weight: number | null;
  has_cod: boolean;
  cod_amount: string;
  allow_open_box: boolean;
  courier_name: string;
  tracking_no: string;
  tracking_url: string;
  note: string;
}

interface Values {
  provider: Provider;
  quantities: Record<string, number | null>;
  waybill: Waybill;
}

/** OR-06: the waybill of a new shipment, with its pieces, or of one that is corrected. */
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

function first(known: Fulfilment, shipment: Shipment | undefined): Values {
  const { defaults } = known;
  return {
    provider: shipment?.provider ?? defaults.provider,
    quantities: Object.fromEntries(known.to_ship.map(({ line, quantity }) => [line, quantity])),
    waybill: {
      service_type: (shipment?.service_type as Service | undefined) ?? 'deliver',
      warehouse: shipment?.warehouse ?? defaults.warehouse,
      package_size: shipment?.package_size ?? 'small',
      // Of a new one the server knows: it weighs the pieces that were chosen.
      package_weight: shipment?.package_weight || null,
      has_cod: shipment?.has_cod ?? defaults.has_cod,
      cod_amount: shipment ? shipment.cod_amount : defaults.cod_left,
      allow_open_box: shipment?.allow_open_box ?? false,
      courier_name: shipment?.courier_name ?? defaults.courier_name,
      tracking_no: shipment?.tracking_no ?? '',
      tracking_url: shipment?.tracking_url ?? '',
      note: shipment?.note ?? '',
    },
  };
}

/** What is sent: a pickup has no courier, and of a shipment that has left only the tracking is said. */
function waybillOf(values: Values, isAll: boolean): NonNullable<ShipmentIn['waybill']> {
  const { waybill: w, provider } = values;
  const tracking =
    provider === 'CUSTOM'
      ? { courier_name: w.courier_name, tracking_no: w.tracking_no.trim(), tracking_url: w.tracking_url.trim() }
      : {};
  if (!isAll) return tracking;
  return {
    ...tracking,
    ...(provider === 'CUSTOM' ? { service_type: w.service_type } : {}),
    ...(w.package_weight ? { package_weight: w.package_weight } : {}),
    warehouse: w.warehouse,
    package_size: w.package_size,
    has_cod: w.has_cod,
    ...(w.has_cod ? { cod_amount: w.cod_amount } : {}),
    allow_open_box: w.allow_open_box,
    note: w.note.trim(),
  };
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
  const s = useShared();
  const { language } = useLanguage();
  const places = useQuery(placesQuery).data?.filter((place) => place.is_active) ?? [];
  const form = useApiForm<Values>({ mode: 'controlled', initialValues: first(known, shipment) });
  const { values } = form;
  const isAll = !shipment || isWaiting(shipment.status);
  const isPickup = values.provider === 'PICKUP';
  // Nobody has asked the customer yet: the button says what it does then.
  const waits = !shipment && known.waits_for_confirmation;
  const lines = known.to_ship.map((left) => ({ left, quantity: values.quantities[left.line] ?? 0 }));
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const save = useApiMutation({
    run: (sent: Values) =>
      shipment
        ? updateShipment(shipment.id, { waybill: waybillOf(sent, isAll), version: shipment.version })
        : createShipment(order.id, {
            provider: sent.provider,
            lines: chosen.map(({ left, quantity }) => ({ line: left.line, quantity })),
            waybill: waybillOf(sent, true),
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
      onSave={(sent) => sendWithFieldErrors(onClose, () => save.mutateAsync(sent))}
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
              data={(['CUSTOM', 'PICKUP'] as const).map((value) => ({ value, label: t(`how.${value}`) }))}
              value={values.provider}
              onChange={(value) => form.setFieldValue('provider', value as Provider)}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('noAddress')}
            </Text>
          )}
          <ul className={classes.lines} aria-label={t('what')}>
            {lines.map(({ left, quantity }) => {
              const item = order.items.find(({ line }) => line === left.line);
              if (!item) return null;
              const name = textOf(item.name, language);
              return (
                <li key={left.line} className={classes.line}>
                  <div>
                    <Text size="sm" component="div" lineClamp={2}>
                      <bdi>{name}</bdi>
                    </Text>
                    {lineFacts(item, language) && (
                      <Text size="xs" c="dimmed" component="div">
                        <bdi>{lineFacts(item, language)}</bdi>
                      </Text>
                    )}
                  </div>
                  <NumberField
                    aria-label={t('quantityOf', { name })}
                    min={0}
                    max={left.quantity}
                    value={quantity}
                    onChange={(value) => form.setFieldValue(`quantities.${left.line}`, value ?? 0)}
                  />
                  <Text size="sm" c="dimmed">
                    {t('ofLine', { n: formatNumber(left.quantity) })}
                  </Text>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {!isAll && <Alert color="blue">{t('edit.left')}</Alert>}
      {!isPickup && (
        <>
          <TextInput
            label={t('courier')}
            placeholder={t('courier.placeholder')}
            maxLength={60}
            {...form.getInputProps('waybill.courier_name')}
          />
          <div className={classes.pair}>
            <LtrField label={t('tracking_no')} maxLength={40} {...form.getInputProps('waybill.tracking_no')} />
            <LtrField
              label={t('tracking_url')}
              placeholder="https://"
              maxLength={500}
              {...form.getInputProps('waybill.tracking_url')}
            />
          </div>
          <Text size="xs" c="dimmed" mt={-10}>
            {t('trackingHint')}
          </Text>
        </>
      )}
      {isAll && (
        <>
          <div className={classes.pair}>
            {!isPickup && (
              <Select
                label={t('service')}
                allowDeselect={false}
                data={(['deliver', 'exchange'] as const).map((value) => ({
                  value,
                  label: t(`service.${value}`),
                }))}
                {...form.getInputProps('waybill.service_type')}
              />
            )}
            {places.length > 1 && (
              <Select
                label={t('warehouse')}
                allowDeselect={false}
                data={places.map((place) => ({ value: place.id, label: textOf(place.name, language) }))}
                {...form.getInputProps('waybill.warehouse')}
              />
            )}
            <Select
              label={t('size')}
              allowDeselect={false}
              data={(['small', 'medium', 'large'] as const).map((value) => ({ value, label: t(`size.${value}`) }))}
              {...form.getInputProps('waybill.package_size')}
            />
            <NumberField
              label={t('weight')}
              description={t('weightHint')}
              unit={t('grams')}
              min={1}
              max={1_000_000}
              {...form.getInputProps('waybill.package_weight')}
              value={values.waybill.package_weight}
            />
          </div>
          <Stack gap={10}>
            <Checkbox label={t('cod')} {...form.getInputProps('waybill.has_cod', { type: 'checkbox' })} />
            {values.waybill.has_cod && (
              <MoneyField
                label={t('codAmount')}
                description={
                  shipment
                    ? undefined
                    : t('codLeft', { amount: formatMoney(known.defaults.cod_left, order.currency, language) })
                }
                currency={order.currency}
                {...form.getInputProps('waybill.cod_amount')}
                value={values.waybill.cod_amount}
              />
            )}
            <Checkbox label={t('openBox')} {...form.getInputProps('waybill.allow_open_box', { type: 'checkbox' })} />
          </Stack>
          <Textarea
            label={t('note')}
            placeholder={t('notePlaceholder')}
            autosize
            minRows={2}
            maxRows={4}
            maxLength={300}
            {...form.getInputProps('waybill.note')}
          />
        </>
      )}
    </DialogFormBody>
  );
}
