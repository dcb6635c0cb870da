import { useQuery } from '@tanstack/react-query';
import { AddressFields } from '@/modules/address/address-fields';
import type { Address } from '@/modules/address/address';
import { pinnedBody, pinnedValues, type PinnedValues } from '@/modules/address/address-values';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useSession } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { orderName } from '../order-name';
import { orderQuery, staleAfterChange } from '../orders.api';
import { saveAddress, type AddressChange } from './addresses.api';
import { useAddressGateText } from './i18n';

/** Edits the address of one order only. `courier`: code of the parcel's; else the one of the order's shipping method. */
export default function AddressDialog({
  order,
  courier,
  onClose,
}: {
  order: { id: string; number: number; name: string; mobile: string; address: Address | null; version: number };
  courier?: string;
  onClose: () => void;
}) {
  const t = useAddressGateText();
  const home = useSession().store?.country ?? 'SA';
  const { address } = order;
  const method = useQuery({ ...orderQuery(order.id), enabled: courier === undefined }).data?.shipping_provider;
  const save = useApiMutation({
    run: (body: AddressChange) => saveAddress(order.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<PinnedValues>({
    stripPrefix: 'address',
    initialValues: pinnedValues({
      ...address,
      name: address?.name ?? order.name,
      mobile: address?.mobile ?? order.mobile,
      country: address?.country || home,
    }),
    validate: { name: required(), mobile: required(), city: required() },
  });
  const send = async (values: PinnedValues) => {
    const next = await save.mutateAsync({ address: pinnedBody(values), version: order.version });
    toast.success(t(next.state === 'held' ? 'edit.stillHeld' : 'edit.done'));
  };
  return (
    <DialogForm
      title={t('edit.title', { number: orderName(order.number) })}
      size={620}
      form={form}
      guard
      // The caller's message says whether the order still waits.
      done={null}
      onSave={(values) => sendWithFieldErrors(onClose, () => send(values))}
      onClose={onClose}
    >
      <AddressFields form={form} values={form.values} first="place" hasPin courier={courier ?? method} />
    </DialogForm>
  );
}
