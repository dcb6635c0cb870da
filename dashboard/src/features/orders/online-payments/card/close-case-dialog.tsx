import { Text } from '@mantine/core';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { NoteField } from '@/shared/forms/note-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { sendWithFieldErrors } from '../../money/send-with-field-errors';
import { staleAfterChange } from '../../orders.api';
import { useOnlinePaymentText } from '../i18n';
import { closeCase, type PaymentCase } from '../online-payments.api';
import { useOnlinePaymentsCardText } from './i18n';

/** Closes a case, with what was done about it. */
export default function CloseCaseDialog({ of, onClose }: { of: PaymentCase; onClose: () => void }) {
  const t = useOnlinePaymentsCardText();
  const word = useOnlinePaymentText();
  const save = useApiMutation({
    run: (note: string) => closeCase(of.id, note),
    // The list of open cases, and the order.
    invalidates: [...staleAfterChange, ['payment-cases']],
  });
  const form = useApiForm<{ note: string }>({ initialValues: { note: '' }, validate: { note: required() } });
  return (
    <DialogForm
      title={t('case.closeTitle')}
      size={460}
      isTall={false}
      form={form}
      submit={t('case.close')}
      done={t('case.closed')}
      onSave={(values) => sendWithFieldErrors(onClose, () => save.mutateAsync(values.note.trim()))}
      onClose={onClose}
    >
      <Text size="sm" fw={500}>
        {t('case.banner')}: {word(`case.${of.kind}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(of.order_id ? 'case.closeText' : 'case.closeTextNoOrder')}
      </Text>
      <NoteField
        label={t('case.note')}
        placeholder={t('case.notePlaceholder')}
        maxLength={300}
        required
        data-autofocus
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}
