import { Text } from '@mantine/core';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { NoteField } from '@/shared/forms/note-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { block, staleAfterChange, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

/** Puts a customer on the blocklist, with the reason the staff will read. */
export function BlockDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const t = useCustomerText();
  const save = useApiMutation({ run: (text: string) => block(customer.id, text), invalidates: staleAfterChange });
  const form = useApiForm({ initialValues: { reason: customer.block?.reason ?? '' } });
  return (
    <DialogForm
      title={t('block.title', { name: `\u2068${customer.name}\u2069` })}
      size={440}
      isTall={false}
      form={form}
      submit={t('block.act')}
      isDanger
      isDisabled={form.values.reason.trim() === ''}
      done={t('block.done')}
      onSave={({ reason }) => save.mutateAsync(reason.trim())}
      onClose={onClose}
    >
      <Text size="sm">{t('block.text')}</Text>
      <NoteField
        label={t('block.reason')}
        description={t('block.reasonText')}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
