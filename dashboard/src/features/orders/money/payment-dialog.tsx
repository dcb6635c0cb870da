import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { MoneyField } from '@/shared/forms/money-field';
import { NoteField } from '@/shared/forms/note-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { isRecordedByHand, onlinePaymentsQuery } from '../online-payments/online-payments.api';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { orderSearch } from '../orders.search';
import { sendWithFieldErrors } from './send-with-field-errors';
import { paymentAct } from './expected-payment';
import { useOrderMoneyText } from './i18n';
import { addPayment, type PaymentIn } from './money.api';

/** Records a payment, by hand or with a receipt: amount, and a note. */
export function MoneyInDialog({
  order,
  expected,
  words,
  isTall,
  run,
  onClose,
}: {
  order: OrderView;
  /** The proposed amount. */
  expected: string;
  words: {
    title: string;
    text: string;
    amount: string;
    note: string;
    notePlaceholder?: string;
    submit: string;
    done: string;
  };
  isTall: boolean;
  run: (body: PaymentIn) => Promise<unknown>;
  onClose: () => void;
}) {
  const save = useApiMutation({ run, invalidates: staleAfterChange });
  // The version of the opened dialog is sent: later payments are reported as a conflict instead of overlooked.
  const [openedOrder] = useState(order);
  const form = useApiForm<{ amount: string; note: string }>({
    initialValues: { amount: expected, note: '' },
    validate: { amount: required() },
  });
  return (
    <DialogForm
      title={words.title}
      size={460}
      isTall={isTall}
      form={form}
      submit={words.submit}
      done={words.done}
      onSave={({ amount, note }) =>
        sendWithFieldErrors(onClose, () =>
          save.mutateAsync({ amount, note: note.trim() || null, version: openedOrder.version }),
        )
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      <MoneyField
        label={words.amount}
        currency={order.currency}
        required
        data-autofocus
        {...form.getInputProps('amount')}
        value={form.values.amount}
      />
      <NoteField label={words.note} placeholder={words.notePlaceholder} {...form.getInputProps('note')} />
    </DialogForm>
  );
}

/**
 * The amount that a gateway reported in the case whose payment is recorded (PY-03), and what is proposed of it: nothing
 * where it is in another currency than the order's.
 */
function useReported(order: OrderView): { amount: string; currency: string; proposed: string } | undefined {
  const id = orderSearch(useSearch({ strict: false })).case;
  const cases = useQuery(onlinePaymentsQuery(order.id)).data?.cases;
  const of = cases?.find((one) => one.id === id && !one.closed_at && isRecordedByHand(one));
  return of && { ...of, proposed: of.currency === order.currency ? of.amount : '' };
}

/** Records a payment: the whole balance, or a part of it. It is named like the button that opens it. */
export function PaymentDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const act = paymentAct(order);
  const reported = useReported(order);
  const due = t('pay.text', { amount: formatMoney(order.money.owed, order.currency, language) });
  return (
    <MoneyInDialog
      isTall
      order={order}
      expected={reported?.proposed ?? order.money.owed}
      words={{
        title: t(`${act}.title`, { number: orderName(order.number) }),
        text: reported
          ? `${t('pay.reported', { amount: formatMoney(reported.amount, reported.currency, language) })} ${due}`
          : due,
        amount: t('pay.amount'),
        note: t('note'),
        notePlaceholder: t('notePlaceholder'),
        submit: t(act),
        done: t(`${act}.done`),
      }}
      run={(body) => addPayment(order.id, body)}
      onClose={onClose}
    />
  );
}
