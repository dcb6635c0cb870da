import { Alert } from '@mantine/core';
import type { ApiForm } from '@/shared/forms/use-api-form';
import type { OrderView } from '../../orders.api';
import { WaybillCash } from '../waybill-parcel';
import type { WaybillValues } from '../waybill-values';
import { useCourierShipmentText } from './i18n';
import { ParcelAddress } from './parcel-address';

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
  return (
    <>
      <Alert color="blue">{t('booked.text', { courier: `\u2068${courier}\u2069` })}</Alert>
      <WaybillCash form={form} currency={order.currency} codLeft={null} />
      <ParcelAddress form={form} />
    </>
  );
}
