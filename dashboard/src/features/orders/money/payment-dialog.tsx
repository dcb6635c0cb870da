import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { MoneyField } from '@/shared/forms/money-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { sendWithFieldErrors } from './send-with-field-errors';
import { Dialog } from '@/shared/ui/dialog';
import { useOrderMoneyText } from './i18n';
import { addPayment, type PaymentIn } from './money.api';

/** Money that came in: all that is owed, or a part of it. */
export function PaymentDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderMoneyText();
  const s = useShared();
  const { language } = useLanguage();
  const save = useApiMutation({ run: (body: PaymentIn) => addPayment(order.id, body), invalidates: staleAfterChange });
  // Sent is what stood here when the window opened: what came in since is told instead of passed over.
  const [seen] = useState(order);
  const form = useApiForm<{ amount: string; note: string }>({
    initialValues: { amount: order.money.owed, note: '' },
    validate: { amount: required() },
  });
  return (
    <Dialog tall title={t('pay.title', { number: orderName(order.number) })} size={460} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) =>
          sendWithFieldErrors(onClose, () =>
            save.mutateAsync({ amount: values.amount, note: values.note.trim() || null, version: seen.version }),
          )
        }
        onSaved={() => {
          toast.success(t('pay.done'));
          onClose();
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {t('pay.text', { amount: formatMoney(order.money.owed, order.currency, language) })}
          </Text>
          <MoneyField
            label={t('pay.amount')}
            currency={order.currency}
            required
            data-autofocus
            {...form.getInputProps('amount')}
            value={form.values.amount}
          />
          <Textarea
            label={t('note')}
            placeholder={t('notePlaceholder')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={500}
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('pay')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
