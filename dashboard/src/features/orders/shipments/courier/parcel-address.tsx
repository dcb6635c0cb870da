import { Checkbox } from '@mantine/core';
import { AddressFields } from '@/modules/address/address-fields';
import type { ApiForm } from '@/shared/forms/use-api-form';
import type { WaybillValues } from '../waybill-values';
import { useCourierShipmentText } from './i18n';

/** OR-06: the parcel goes to an address of its own; the order keeps its one. `isWrong`: the courier did not take that. */
export function ParcelAddress({ form, isWrong }: { form: ApiForm<WaybillValues>; isWrong?: boolean }) {
  const t = useCourierShipmentText();
  const { values } = form;
  return (
    <>
      <Checkbox
        label={t(isWrong ? 'address.correct' : 'booked.address')}
        {...form.getInputProps('has_other_address', { type: 'checkbox' })}
      />
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
