import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderTrustQuery } from '@/modules/trust/trust.api';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { MoneyField } from '@/shared/forms/money-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { staleAfterChange, type OrderView } from '../orders.api';
import { useTransfersText } from './i18n';
import { acceptReceipt, refuseReceipt, type AcceptIn, type Receipt, type RefuseIn } from './transfers.api';

interface Asked {
  order: OrderView;
  receipt: Receipt;
  onClose: () => void;
}

/** Accepting a receipt, or refusing it. */
export default function Decide({ act, ...asked }: Asked & { act: 'accept' | 'refuse' }) {
  return act === 'accept' ? <Accept {...asked} /> : <Refuse {...asked} />;
}

function Accept({ order, receipt, onClose }: Asked) {
  // The receipt of a deposit shows the deposit; it is read already by the card beside.
  const isCash = order.payment_provider === 'COD';
  const { data: trust, isPending } = useQuery({ ...orderTrustQuery(order.id), enabled: isCash });
  if (isCash && isPending) return null;
  // Of a cash order nothing else comes by transfer, unless the merchant says how much.
  const expected = isCash ? (trust?.deposit?.missing ?? '') : order.money.owed;
  const isDeposit = Boolean(trust?.deposit);
  return <AcceptForm order={order} receipt={receipt} onClose={onClose} expected={expected} isDeposit={isDeposit} />;
}

function AcceptForm({
  order,
  receipt,
  onClose,
  expected,
  isDeposit,
}: Asked & { expected: string; isDeposit: boolean }) {
  const t = useTransfersText();
  const s = useShared();
  const { language } = useLanguage();
  // Sent is what stood here when the window opened: what came in since is told instead of passed over.
  const [seen] = useState(order);
  const save = useApiMutation({
    run: (body: AcceptIn) => acceptReceipt(order.id, receipt.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<{ amount: string; note: string }>({
    initialValues: { amount: expected, note: '' },
    validate: { amount: required() },
  });
  return (
    <Dialog title={t('accept.title')} size={460} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) =>
          sendWithFieldErrors(onClose, () =>
            save.mutateAsync({ amount: values.amount, note: values.note.trim() || null, version: seen.version }),
          )
        }
        onSaved={() => {
          toast.success(t('accept.done'));
          onClose();
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {t(isDeposit ? 'accept.deposit' : 'accept.text', {
              amount: formatMoney(isDeposit ? expected : order.money.owed, order.currency, language),
            })}
          </Text>
          <MoneyField
            label={t('accept.amount')}
            currency={order.currency}
            required
            data-autofocus
            {...form.getInputProps('amount')}
            value={form.values.amount}
          />
          <Textarea
            label={t('accept.note')}
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
              {t('accept')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

function Refuse({ order, receipt, onClose }: Asked) {
  const t = useTransfersText();
  const s = useShared();
  const save = useApiMutation({
    run: (body: RefuseIn) => refuseReceipt(order.id, receipt.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<{ reason: string }>({ initialValues: { reason: '' }, validate: { reason: required() } });
  return (
    <Dialog title={t('refuse.title')} size={460} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) => sendWithFieldErrors(onClose, () => save.mutateAsync({ reason: values.reason.trim() }))}
        onSaved={() => {
          toast.success(t('refuse.done'));
          onClose();
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {t('refuse.text')}
          </Text>
          <Textarea
            label={t('refuse.reason')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={300}
            required
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {t('refuse')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
