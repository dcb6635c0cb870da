import { Alert, Checkbox } from '@mantine/core';
import { AddressFields } from '@/modules/address/address-fields';
import type { ApiForm } from '@/shared/forms/use-api-form';
import type { OrderView } from '../../orders.api';
import { WaybillCash } from '../waybill-parcel';
import type { WaybillValues } from '../waybill-values';
import { useCourierShipmentText } from './i18n';

/** What a courier that has booked a shipment may still be asked to change, before it fetches it. */
export default function BookedFields({
  form,
  order,
  courier,
}: {
  form: ApiForm<WaybillValues>;
  order: OrderView;
  /** Its name. */
  courier: string;
}) {
  const t = useCourierShipmentText();
  const { values } = form;
  return (
    <>
      <Alert color="blue">{t('booked.text', { courier: `\u2068${courier}\u2069` })}</Alert>
      <WaybillCash form={form} currency={order.currency} codLeft={null} />
      <Checkbox label={t('booked.address')} {...form.getInputProps('has_other_address', { type: 'checkbox' })} />
      {values.has_other_address && (
        <AddressFields form={form} pathPrefix="address" values={values.address} first="place" isStreetRequired />
      )}
    </>
  );
}
