import { Checkbox, Chip, Group, Text } from '@mantine/core';
import { useStatusText } from '@/modules/status-badge/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { compareDecimal } from '@/shared/forms/decimal';
import { DialogForm } from '@/shared/forms/dialog-form';
import { NoteField } from '@/shared/forms/note-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useOrderText } from './i18n';
import { useNextStatusText } from './next-status/i18n';
import { sendWithFieldErrors } from './money/send-with-field-errors';
import { useOrderPageText } from './page/i18n';
import { orderName } from './order-name';
import {
  setPaymentStatus,
  setStatus,
  staleAfterChange,
  type OrderView,
  type PaymentStatusIn,
  type StatusIn,
} from './orders.api';

/** Common reasons; a click fills in the text, which stays editable. */
const reasons = ['reason.customer', 'reason.stock', 'reason.unreachable', 'reason.address', 'reason.double'] as const;

/** Cancels an order: whether to restock, and why (OR-04, decisions 5). */
export function CancelDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderPageText();
  const common = useOrderText();
  const step = useNextStatusText();
  const word = useStatusText();
  const change = useApiMutation({
    run: (body: StatusIn) => setStatus(order.id, body),
    invalidates: staleAfterChange,
  });
  // Items whose stock was never taken cannot be restocked.
  const taken = order.items.some((item) => item.is_stock_taken);
  const form = useApiForm<{ note: string; restock: boolean }>({ initialValues: { note: '', restock: true } });
  const { note } = form.getValues();
  return (
    <DialogForm
      title={t('cancel.title', { number: orderName(order.number) })}
      size={480}
      form={form}
      submit={step('next.CNCL')}
      cancel={t('cancel.keep')}
      isDanger
      done={common('statusChanged', { status: word('order.CNCL') })}
      onClose={onClose}
      onSave={(values) =>
        sendWithFieldErrors(onClose, () =>
          change.mutateAsync({
            status: 'CNCL',
            version: order.version,
            ...(taken ? { restock: values.restock } : {}),
            ...(values.note.trim() ? { note: values.note.trim() } : {}),
          }),
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('cancel.text')}
      </Text>
      {compareDecimal(order.money.refundable, '0') > 0 && (
        <Text size="sm" fw={500}>
          {t('cancel.money', { amount: formatMoney(order.money.refundable, order.currency) })}
        </Text>
      )}
      {taken && (
        <Checkbox
          label={t('restock')}
          description={t('restockText')}
          {...form.getInputProps('restock', { type: 'checkbox' })}
        />
      )}
      <div>
        <NoteField
          label={t('reason')}
          placeholder={t('reasonPlaceholder')}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <Group gap={6} mt={8}>
          {reasons.map((reason) => (
            <Chip
              key={reason}
              size="xs"
              radius="md"
              variant="light"
              checked={note === t(reason)}
              onChange={(on) => form.setFieldValue('note', on ? t(reason) : '')}
            >
              {t(reason)}
            </Chip>
          ))}
        </Group>
      </div>
    </DialogForm>
  );
}

/** Reverting "paid" needs a note (decisions 5). */
export function NotPaidDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderPageText();
  const change = useApiMutation({
    run: (body: PaymentStatusIn) => setPaymentStatus(order.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<{ note: string }>({ initialValues: { note: '' }, validate: { note: required() } });
  return (
    <DialogForm
      title={t('unpay.title', { number: orderName(order.number) })}
      size={480}
      form={form}
      submit={t('pay.unmark')}
      done={t('pay.undone')}
      onClose={onClose}
      onSave={(values) =>
        sendWithFieldErrors(onClose, () =>
          change.mutateAsync({ payment_status: 'not_paid', version: order.version, note: values.note.trim() }),
        )
      }
    >
      <NoteField
        label={t('reason')}
        description={t('unpay.text')}
        required
        data-autofocus
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
