import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orderTrustQuery } from '@/modules/trust/trust.api';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { NoteField } from '@/shared/forms/note-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { MoneyInDialog } from '../money/payment-dialog';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { staleAfterChange, type OrderView } from '../orders.api';
import { useTransfersText } from './i18n';
import { acceptReceipt, refuseReceipt, type Receipt, type RefuseIn } from './transfers.api';

interface DecideRequest {
  order: OrderView;
  receipt: Receipt;
  onClose: () => void;
}

/** Accepts or refuses a receipt. */
export default function Decide({ act, ...request }: DecideRequest & { act: 'accept' | 'refuse' }) {
  return act === 'accept' ? <Accept {...request} /> : <Refuse {...request} />;
}

function Accept({ order, receipt, onClose }: DecideRequest) {
  const t = useTransfersText();
  const { language } = useLanguage();
  // A cash order's receipt is for its deposit; the trust query is already loaded by the card beside.
  const isCash = order.payment_provider === 'COD';
  const { data: trust, isPending } = useQuery({ ...orderTrustQuery(order.id), enabled: isCash });
  if (isCash && isPending) return null;
  // For a cash order only the deposit comes by transfer, unless the merchant enters an amount.
  const expected = isCash ? (trust?.deposit?.missing ?? '') : order.money.owed;
  const isDeposit = Boolean(trust?.deposit);
  return (
    <MoneyInDialog
      isTall={false}
      order={order}
      expected={expected}
      words={{
        title: t('accept.title'),
        text: t(isDeposit ? 'accept.deposit' : 'accept.text', {
          amount: formatMoney(isDeposit ? expected : order.money.owed, order.currency, language),
        }),
        amount: t('accept.amount'),
        note: t('accept.note'),
        submit: t('accept'),
        done: t('accept.done'),
      }}
      run={(body) => acceptReceipt(order.id, receipt.id, body)}
      onClose={onClose}
    />
  );
}

function Refuse({ order, receipt, onClose }: DecideRequest) {
  const t = useTransfersText();
  const save = useApiMutation({
    run: (body: RefuseIn) => refuseReceipt(order.id, receipt.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<{ reason: string }>({ initialValues: { reason: '' }, validate: { reason: required() } });
  return (
    <DialogForm
      title={t('refuse.title')}
      size={460}
      isTall={false}
      form={form}
      submit={t('refuse')}
      isDanger
      done={t('refuse.done')}
      onSave={(values) => sendWithFieldErrors(onClose, () => save.mutateAsync({ reason: values.reason.trim() }))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('refuse.text')}
      </Text>
      <NoteField label={t('refuse.reason')} maxLength={300} required data-autofocus {...form.getInputProps('reason')} />
    </DialogForm>
  );
}
