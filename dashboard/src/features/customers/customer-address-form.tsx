import { useQueryClient } from '@tanstack/react-query';
import { AddressFields } from '@/modules/address/address-fields';
import { pinnedBody, pinnedValues, type PinnedValues } from '@/modules/address/address-values';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useSession } from '@/shared/session/session';
import { saveAddress, staleAfterChange, type CustomerAddress, type CustomerView } from './customers.api';

/** An address of the customer's book, or a new one. */
export default function CustomerAddressForm({
  customer,
  address,
  onDone,
}: {
  customer: CustomerView;
  address: CustomerAddress | null;
  onDone: () => void;
}) {
  const home = useSession().store?.country ?? 'SA';
  const client = useQueryClient();
  const form = useApiForm<PinnedValues>({
    initialValues: pinnedValues(
      address ?? { name: customer.name, mobile: customer.mobile ?? undefined, country: home },
    ),
    validate: { name: required(), mobile: required(), city: required() },
  });
  return (
    <DialogFormBody
      form={form}
      guard
      onSave={async (values) => {
        await saveAddress(customer.id, address?.id ?? null, pinnedBody(values));
        void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
      }}
      onClose={onDone}
    >
      <AddressFields form={form} values={form.values} hasCountry hasPin />
    </DialogFormBody>
  );
}
