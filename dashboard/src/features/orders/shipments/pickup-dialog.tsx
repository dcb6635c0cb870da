import { Divider, Text, TextInput } from '@mantine/core';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { LtrField } from '@/shared/forms/ltr-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { staleAfterChange } from '../orders.api';
import { useShipmentText } from './i18n';
import { moveShipment, type Shipment, type ShipmentStatusIn } from './shipments.api';

/** OR-06: hands over a pickup, by its code or by the recipient's name. */
export default function PickupDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useShipmentText();
  const form = useApiForm({ mode: 'controlled', initialValues: { pickup_code: '', received_by: '' } });
  const move = useApiMutation({
    run: (body: ShipmentStatusIn) => moveShipment(shipment.id, body),
    invalidates: staleAfterChange,
  });
  const { values } = form;
  return (
    <DialogForm
      title={t('pickup.title', { number: `\u2066#${shipment.number}\u2069` })}
      size={440}
      isTall={false}
      form={form}
      submit={t('pickup.run')}
      isDisabled={values.pickup_code.trim() === '' && values.received_by.trim() === ''}
      done={t('moved')}
      onClose={onClose}
      onSave={(request) =>
        sendWithFieldErrors(onClose, () =>
          move.mutateAsync({
            status: 'delivered',
            version: shipment.version,
            pickup_code: request.pickup_code.trim() || null,
            received_by: request.received_by.trim() || null,
          }),
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('pickup.text')}
      </Text>
      <LtrField
        label={t('pickup.code')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        data-autofocus
        {...form.getInputProps('pickup_code')}
      />
      <Divider label={t('pickup.or')} labelPosition="center" />
      <TextInput label={t('pickup.name')} maxLength={100} {...form.getInputProps('received_by')} />
    </DialogForm>
  );
}
