import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isCourier } from '@/modules/shipping/providers';
import { LtrField } from '@/shared/forms/ltr-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { placesQuery } from '../money/money.api';
import type { OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import classes from './shipments.module.css';
import type { WaybillValues } from './waybill-values';

/** Courier and tracking. */
export function WaybillTracking({ form, isFirst }: { form: ApiForm<WaybillValues>; isFirst: boolean }) {
  const t = useShipmentText();
  // A courier of the program keeps its own name.
  const hasOwnName = isCourier(form.values.provider);
  return (
    <>
      {!hasOwnName && (
        <TextInput
          label={t('courier')}
          placeholder={t('courier.placeholder')}
          maxLength={60}
          data-autofocus={isFirst || undefined}
          {...form.getInputProps('waybill.courier_name')}
        />
      )}
      <div className={classes.pair}>
        <LtrField
          label={t('tracking_no')}
          maxLength={40}
          data-autofocus={(isFirst && hasOwnName) || undefined}
          {...form.getInputProps('waybill.tracking_no')}
        />
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
  );
}

const sizes = ['small', 'medium', 'large'] as const;

/** The services of a delivery, in the store's words. */
const ownServices = ['deliver', 'exchange'] as const;

/** The parcel: location, size and weight, COD amount, a note. */
export function WaybillParcel({
  form,
  currency,
  codLeft,
  isNew,
  services = ownServices,
}: {
  form: ApiForm<WaybillValues>;
  currency: OrderView['currency'];
  isNew: boolean;
  /** What the courier offers. */
  services?: readonly string[];
  /** The remaining balance, shown beside the amount of a new shipment. */
  codLeft: string | null;
}) {
  const t = useShipmentText();
  const { language } = useLanguage();
  const places = useQuery(placesQuery).data?.filter((place) => place.is_active) ?? [];
  const { values } = form;
  const isPickup = values.provider === 'PICKUP';
  return (
    <>
      <div className={classes.pair}>
        {!isPickup && (
          <Select
            label={t('service')}
            allowDeselect={false}
            data={ownServices
              .filter((value) => services.includes(value))
              .map((value) => ({
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
          data={(isNew ? (['default', ...sizes] as const) : sizes).map((value) => ({
            value,
            label: t(`size.${value}`),
          }))}
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
      <WaybillCash form={form} currency={currency} codLeft={codLeft} />
    </>
  );
}

/** What is collected, whether the parcel may be opened, and a note: what a booked one may still change, too. */
export function WaybillCash({
  form,
  currency,
  codLeft,
}: {
  form: ApiForm<WaybillValues>;
  currency: OrderView['currency'];
  codLeft: string | null;
}) {
  const t = useShipmentText();
  const { language } = useLanguage();
  const { values } = form;
  return (
    <>
      <Stack gap={10}>
        <Checkbox label={t('cod')} {...form.getInputProps('waybill.has_cod', { type: 'checkbox' })} />
        {values.waybill.has_cod && (
          <MoneyField
            label={t('codAmount')}
            description={
              codLeft === null ? undefined : t('codLeft', { amount: formatMoney(codLeft, currency, language) })
            }
            currency={currency}
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
  );
}
