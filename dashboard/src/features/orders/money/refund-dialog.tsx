import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { compareDecimal } from '@/shared/forms/decimal';
import { MoneyField } from '@/shared/forms/money-field';
import { NoteField } from '@/shared/forms/note-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Dialog } from '@/shared/ui/dialog';
import { DetailPage } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { providerName } from '../online-payments/describe-online-payment';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { RefundFeesField, ReturnLineField, isPositive, useMoneyPreview } from './return-parts';
import { useOrderMoneyText } from './i18n';
import { RefundSummary } from './refund-summary';
import { outside, RefundThroughField } from './refund-through-field';
import {
  addOnlineRefund,
  onlinePaymentsQuery,
  refundableCharges,
  type PaymentTransaction,
} from '../online-payments/online-payments.api';
import { addRefund, previewRefund, refundableQuery, type RefundIn, type Refundable } from './money.api';
import classes from './money.module.css';
import { sendWithFieldErrors } from './send-with-field-errors';

interface Values {
  /** The charge that is refunded through its gateway, or `outside`. */
  through: string;
  how: 'lines' | 'amount';
  lines: Record<string, number | null>;
  with_shipping: boolean;
  with_fees: boolean;
  amount: string;
  note: string;
}

/** Refunds by line or by amount (decisions 5): the server previews the amount. */
export function RefundDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderMoneyText();
  const query = useQuery({ ...refundableQuery(order.id), staleTime: 0, gcTime: 0 });
  const charges = refundableCharges(useQuery(onlinePaymentsQuery(order.id)).data);
  return (
    <Dialog tall title={t('refund.title', { number: orderName(order.number) })} size={560} onClose={onClose}>
      <DetailPage query={query}>
        {(left) => <RefundForm order={order} left={left} charges={charges} onClose={onClose} />}
      </DetailPage>
    </Dialog>
  );
}

function bodyOf(values: Values): RefundIn {
  if (values.how === 'amount') return { amount: values.amount };
  const lines = Object.entries(values.lines).flatMap(([line, quantity]) =>
    quantity ? [{ line: Number(line), quantity }] : [],
  );
  return { lines, with_shipping: values.with_shipping, with_fees: values.with_fees };
}

const isEmpty = (body: RefundIn) =>
  body.amount !== undefined
    ? !isPositive(body.amount || '0')
    : !body.lines?.length && !body.with_shipping && !body.with_fees;

/** The largest refund: what is left of the order, and of the payment that is refunded through its gateway. */
const mostOf = (left: Refundable, charge: PaymentTransaction | undefined): string =>
  charge?.refundable && compareDecimal(charge.refundable, left.refundable) < 0 ? charge.refundable : left.refundable;

/** Requests it of the gateway, or records what was refunded outside; and says so. */
async function run(
  order: OrderView,
  request: RefundIn,
  charge: PaymentTransaction | undefined,
  formatAmount: (amount: string) => string,
) {
  const t = useOrderMoneyText.now;
  if (charge) {
    const refund = await addOnlineRefund(order.id, { ...request, transaction_id: charge.id });
    const provider = providerName(refund.provider);
    toast.success(t('refund.requested', { amount: formatAmount(refund.amount), provider }));
  } else {
    const refund = await addRefund(order.id, request);
    toast.success(t('refund.done', { amount: formatAmount(refund.amount) }));
  }
}

function RefundForm({
  order,
  left,
  charges,
  onClose,
}: {
  order: OrderView;
  left: Refundable;
  charges: readonly PaymentTransaction[];
  onClose: () => void;
}) {
  useLateAutofocus();
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const formatAmount = (amount: string) => formatMoney(amount, order.currency, language);
  const parts = left.lines.filter((line) => line.quantity > 0);
  const hasParts = parts.length > 0 && !isPositive(left.overpaid);
  // The version of the opened dialog is sent: later payments are reported as a conflict instead of overlooked.
  const [openedOrder] = useState(order);
  const form = useApiForm<Values>({
    initialValues: {
      through: charges[0]?.id ?? outside,
      how: hasParts ? 'lines' : 'amount',
      lines: {},
      with_shipping: false,
      with_fees: false,
      amount: isPositive(left.overpaid) ? left.overpaid : left.refundable,
      note: '',
    },
  });
  const body = bodyOf(form.values);
  const charge = charges.find((one) => one.id === form.values.through);
  // Refunded meanwhile: it must not become a refund by hand unnoticed.
  const isGone = !charge && form.values.through !== outside;
  const most = mostOf(left, charge);
  const save = useApiMutation({
    run: (request: RefundIn) => run(order, request, charge, formatAmount),
    invalidates: staleAfterChange,
  });
  const { shown: preview, known } = useMoneyPreview({
    kind: 'refund',
    order,
    body,
    isEmpty,
    isOver: save.isPending || save.isSuccess,
    ask: (request, signal) => previewRefund(order.id, request, signal),
  });
  const isAbove = preview !== null && (!preview.is_possible || compareDecimal(preview.amount, most) > 0);
  const chooseAll = () => {
    form.setFieldValue('lines', Object.fromEntries(parts.map((part) => [part.line, part.quantity])));
    form.setFieldValue('with_shipping', isPositive(left.shipping.amount));
    form.setFieldValue('with_fees', isPositive(left.fees.amount));
  };
  return (
    <DialogFormBody
      form={form}
      isDanger
      isDisabled={isEmpty(body) || isAbove || isGone}
      submit={known && !isAbove ? t('refund.run', { amount: formatAmount(known.amount) }) : t('refund.runBare')}
      // The message states the answer's amount.
      done={null}
      onSave={(values) =>
        sendWithFieldErrors(onClose, async () => {
          const note = values.note.trim() || null;
          await save.mutateAsync({ ...bodyOf(values), note, version: openedOrder.version });
        })
      }
      onClose={onClose}
    >
      <RefundThroughField order={order} left={left} charges={charges} {...form.getInputProps('through')} />
      <SegmentedControl
        fullWidth
        aria-label={t('refund.how')}
        data={[
          { value: 'lines', label: t('refund.byLine') },
          { value: 'amount', label: t('refund.byAmount') },
        ]}
        value={form.values.how}
        onChange={(how) => form.setFieldValue('how', how as Values['how'])}
      />
      {form.values.how === 'lines' ? (
        <div>
          <ul className={classes.lines}>
            {parts.map((part) => (
              <ReturnLineField
                key={part.line}
                item={order.items.find((candidate) => candidate.line === part.line)}
                line={part.line}
                left={part.quantity}
                amount={formatAmount(part.amount)}
                label={(name) => t('refund.quantity', { name })}
                quantity={form.values.lines[part.line] ?? null}
                onChange={(quantity) => form.setFieldValue(`lines.${part.line}`, quantity)}
              />
            ))}
          </ul>
          <Stack gap={10} mt={6}>
            <RefundFeesField
              left={left}
              label={(part, amount) => t(`refund.${part}`, { amount: formatAmount(amount) })}
              values={form.values}
              onChange={form.setFieldValue}
            />
            <Group>
              <Button variant="subtle" size="xs" px={8} ms={-8} onClick={chooseAll}>
                {t('refund.all')}
              </Button>
            </Group>
          </Stack>
        </div>
      ) : (
        <MoneyField
          label={t('refund.amount')}
          description={t('refund.most', { amount: formatAmount(most) })}
          currency={order.currency}
          required
          data-autofocus
          {...form.getInputProps('amount')}
          value={form.values.amount}
        />
      )}
      <RefundSummary amount={preview?.amount ?? '0'} vat={preview?.vat ?? '0'} currency={order.currency}>
        {isAbove && (
          <Text size="xs" c="red">
            {t('refund.above', { amount: formatAmount(most) })}
          </Text>
        )}
      </RefundSummary>
      <NoteField label={t('note')} placeholder={t('notePlaceholder')} {...form.getInputProps('note')} />
    </DialogFormBody>
  );
}
