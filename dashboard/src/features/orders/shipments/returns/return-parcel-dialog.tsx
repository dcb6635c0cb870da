import { Checkbox, Select, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addressLines } from '@/modules/address/address';
import { AddressFields } from '@/modules/address/address-fields';
import { addressWords, type AddressWords } from '@/modules/address/address-values';
import { useShippingName } from '@/modules/shipping/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { placesQuery } from '../../money/money.api';
import { sendWithFieldErrors } from '../../money/send-with-field-errors';
import { orderName } from '../../order-name';
import { staleAfterChange, type OrderView } from '../../orders.api';
import { isolatedLines } from '../courier/isolated-lines';
import classes from '../shipments.module.css';
import { useReturnParcelText } from './i18n';
import { ReturnPieces } from './return-pieces';
import { bookReturnParcel, type ReturnParcelIn, type ReturnParcels } from './return-parcels.api';

export interface ReturnParcelValues {
  provider: ReturnParcelIn['provider'];
  quantities: Record<string, number | null>;
  warehouse: string;
  package_size: NonNullable<ReturnParcelIn['package_size']>;
  note: string;
  has_other_address: boolean;
  address: AddressWords;
}

const sizes = ['small', 'medium', 'large'] as const;

/** SP-02: books a courier to pick up items from the customer. */
export default function ReturnParcelDialog({
  order,
  known,
  onClose,
}: {
  order: OrderView;
  known: ReturnParcels;
  onClose: () => void;
}) {
  const t = useReturnParcelText();
  const { language } = useLanguage();
  const courierName = useShippingName();
  const places = useQuery(placesQuery).data?.filter((place) => place.is_active) ?? [];
  const form = useApiForm<ReturnParcelValues>({
    mode: 'controlled',
    initialValues: {
      provider: known.couriers[0] ?? 'BOSTA',
      // A single piece is preselected; of several the user chooses.
      quantities: Object.fromEntries(
        known.fetchable.map(({ line, quantity }) => [line, known.fetchable.length === 1 ? quantity : null]),
      ),
      warehouse: known.warehouse,
      package_size: 'small',
      note: '',
      has_other_address: order.address === null,
      address: addressWords(order.address ?? {}),
    },
  });
  const { values } = form;
  const linesOf = ({ quantities }: ReturnParcelValues) =>
    known.fetchable
      .map(({ line }) => ({ line, quantity: quantities[line] ?? 0 }))
      .filter(({ quantity }) => quantity > 0);
  const book = useApiMutation({
    run: (body: ReturnParcelIn) => bookReturnParcel(order.id, body),
    invalidates: staleAfterChange,
  });
  return (
    <DialogForm
      title={t('book.title', { number: orderName(order.number) })}
      size={600}
      form={form}
      submit={t('book')}
      isDisabled={linesOf(values).length === 0}
      aside={
        linesOf(values).length === 0 && (
          <Text size="sm" c="dimmed">
            {t('nothingChosen')}
          </Text>
        )
      }
      done={t('book.done')}
      onClose={onClose}
      onSave={(input) =>
        sendWithFieldErrors(onClose, () =>
          book.mutateAsync({
            provider: input.provider,
            lines: linesOf(input),
            warehouse: input.warehouse,
            package_size: input.package_size,
            note: input.note.trim() || null,
            address: input.has_other_address ? input.address : null,
          }),
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('book.text')}
      </Text>
      <ReturnPieces form={form} order={order} fetchable={known.fetchable} />
      <PickupAddress form={form} order={order} />
      <div className={classes.pair}>
        {known.couriers.length > 1 && (
          <Select
            label={t('courier')}
            allowDeselect={false}
            data={known.couriers.map((value) => ({ value, label: courierName(value) }))}
            {...form.getInputProps('provider')}
          />
        )}
        {places.length > 1 && (
          <Select
            label={t('warehouse')}
            allowDeselect={false}
            data={places.map((place) => ({ value: place.id, label: textOf(place.name, language) }))}
            {...form.getInputProps('warehouse')}
          />
        )}
        <Select
          label={t('size')}
          allowDeselect={false}
          data={sizes.map((value) => ({ value, label: t(`size.${value}`) }))}
          {...form.getInputProps('package_size')}
        />
      </div>
      <Textarea label={t('note')} autosize minRows={2} maxRows={4} maxLength={200} {...form.getInputProps('note')} />
    </DialogForm>
  );
}

/** Where the courier comes: to the order's address, or to another one. */
function PickupAddress({ form, order }: { form: ApiForm<ReturnParcelValues>; order: OrderView }) {
  const t = useReturnParcelText();
  const { language } = useLanguage();
  const { values } = form;
  const { address } = order;
  const faults = Object.entries(form.errors).filter(([path, message]) => path.startsWith('address.') && message);
  return (
    <>
      {address && !values.has_other_address && (
        <div className={classes.recipient} data-translated="address" data-wrong={faults.length > 0 || undefined}>
          <div>
            <Text size="sm" fw={500}>
              {t('address')}
            </Text>
            <Text size="sm" component="div" c="dimmed" dir="auto">
              <bdi>{address.name}</bdi> · <span className="num">{address.mobile}</span>
              <br />
              {isolatedLines(addressLines(address, language))}
            </Text>
            {faults.map(([path, message]) => (
              <Text key={path} size="sm" c="var(--bad)" role="alert">
                {message}
              </Text>
            ))}
          </div>
        </div>
      )}
      {address && (
        <Checkbox label={t('address.other')} {...form.getInputProps('has_other_address', { type: 'checkbox' })} />
      )}
      {values.has_other_address && (
        <AddressFields
          form={form}
          pathPrefix="address"
          values={values.address}
          first="place"
          isStreetRequired
          courier={values.provider}
        />
      )}
    </>
  );
}
