import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { block, staleAfterChange, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

/** Puts a customer on the blocklist, with the reason the staff will read. */
export function BlockDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const t = useCustomerText();
  const s = useShared();
  const [reason, setReason] = useState(customer.block?.reason ?? '');
  const save = useApiMutation({
    run: (text: string) => block(customer.id, text),
    invalidates: staleAfterChange,
    done: () => toast.success(t('block.done')),
  });
  const empty = reason.trim() === '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={600} fz={16}>
          {t('block.title', { name: `\u2068${customer.name}\u2069` })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!empty) save.mutate(reason.trim(), { onSuccess: onClose });
        }}
      >
        <Stack gap={16}>
          <Text size="sm">{t('block.text')}</Text>
          <Textarea
            label={t('block.reason')}
            description={t('block.reasonText')}
            required
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              {s('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={empty} loading={save.isPending}>
              {t('block.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
