import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { staleAfterChange } from '../orders.api';
import { useShipmentText } from './i18n';
import { moveShipment, type Shipment, type ShipmentStatusIn } from './shipments.api';

/** OR-06: hands a pickup over to whoever has the code, or whose name is written down. */
export default function PickupDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useShipmentText();
  const s = useShared();
  const form = useApiForm({ mode: 'controlled', initialValues: { pickup_code: '', received_by: '' } });
  const move = useApiMutation({
    run: (body: ShipmentStatusIn) => moveShipment(shipment.id, body),
    invalidates: staleAfterChange,
  });
  const { values } = form;
  return (
    <Dialog title={t('pickup.title', { number: `\u2066#${shipment.number}\u2069` })} size={440} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(sent) =>
          sendWithFieldErrors(onClose, () =>
            move.mutateAsync({
              status: 'delivered',
              version: shipment.version,
              pickup_code: sent.pickup_code.trim() || null,
              received_by: sent.received_by.trim() || null,
            }),
          )
        }
        onSaved={() => {
          toast.success(t('moved'));
          onClose();
        }}
      >
        <Stack gap={14}>
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
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button
              type="submit"
              loading={form.busy}
              disabled={values.pickup_code.trim() === '' && values.received_by.trim() === ''}
            >
              {t('pickup.run')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
