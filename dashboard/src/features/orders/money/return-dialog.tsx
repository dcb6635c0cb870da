import { Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { compareDecimal } from '@/shared/forms/decimal';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { NoteField } from '@/shared/forms/note-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { Dialog } from '@/shared/ui/dialog';
import { DetailPage } from '@/shared/ui/page';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { providerName } from '../online-payments/describe-online-payment';
import {
  onlinePaymentsQuery,
  refundableCharges,
  type PaymentTransaction,
} from '../online-payments/online-payments.api';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderItem, type OrderView } from '../orders.api';
import { useArrived } from '../shipments/returns/use-arrived';
import { useOrderMoneyText } from './i18n';
import {
  addReturn,
  placesQuery,
  previewReturn,
  reasonsQuery,
  refundableQuery,
  type Refundable,
  type ReturnIn,
  type ReturnPreviewIn,
  type ReturnReason,
} from './money.api';
import classes from './money.module.css';
import { outside } from './refund-through-field';
import { isRestocked, ReturnLine, type ReturnLineValues } from './return-line';
import { isPositive, useMoneyPreview } from './return-parts';
import { ReturnPlaceField } from './return-place-field';
import { NoReasons, ReasonsLink } from './return-reasons';
import { ReturnRefundField, type ReturnRefundValues } from './return-refund-field';
import { PreviewFailed, ReturnSummary } from './return-summary';
import { sendWithFieldErrors } from './send-with-field-errors';

interface Values extends ReturnRefundValues {
  lines: Record<string, ReturnLineValues>;
  place: string | null;
  note: string;
}

const isEmpty = (body: ReturnPreviewIn) => body.lines.length === 0;

/** Records a full or partial return, with its reason, location and refund (decisions 5). */
export function ReturnDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderMoneyText();
  const reasons = useQuery(reasonsQuery);
  const left = useQuery({ ...refundableQuery(order.id), staleTime: 0, gcTime: 0 });
  const payments = useQuery(onlinePaymentsQuery(order.id));
  const query = {
    data:
      reasons.data && left.data && payments.data !== undefined
        ? { reasons: reasons.data, left: left.data, charges: refundableCharges(payments.data) }
        : undefined,
    error: reasons.error ?? left.error ?? payments.error,
    refetch: () => Promise.all([reasons.refetch(), left.refetch(), payments.refetch()]),
  };
  return (
    <Dialog tall title={t('return.title', { number: orderName(order.number) })} size={600} onClose={onClose}>
      <DetailPage query={query}>{(known) => <ReturnForm order={order} {...known} onClose={onClose} />}</DetailPage>
    </Dialog>
  );
}

function ReturnForm({
  order,
  reasons,
  left,
  charges,
  onClose,
}: {
  order: OrderView;
  reasons: ReturnReason[];
  left: Refundable;
  charges: readonly PaymentTransaction[];
  onClose: () => void;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const maySet = useCan('update', 'Setting');
  useLateAutofocus();
  // A refund needs a further ability than a return.
  const mayRefund = useCan('manage', 'Order');
  const arrived = useArrived(order.id);
  const places = useQuery(placesQuery).data?.filter((place) => place.is_active) ?? [];
  const formatAmount = (amount: string) => formatMoney(amount, order.currency, language);
  const offered = reasons.filter((reason) => reason.is_active);
  const items = order.items.filter((item) => item.returned < item.quantity);
  const canRefund = mayRefund && isPositive(left.refundable);
  const first = offered[0]?.id ?? null;
  // The version of the opened dialog is sent: later payments are reported as a conflict instead of overlooked.
  const [openedOrder] = useState(order);
  const form = useApiForm<Values>({
    initialValues: {
      lines: Object.fromEntries(
        items.map((item) => [
          item.line,
          // What a courier brought back is preselected, or the only line; of several the user chooses.
          {
            quantity: arrived.firstQuantity(item, items),
            reason: first,
            restock: null,
          },
        ]),
      ),
      place: null,
      refund: canRefund,
      // What was paid online goes back through its gateway.
      through: charges[0]?.id ?? outside,
      with_shipping: false,
      with_fees: false,
      note: '',
    },
  });
  const save = useApiMutation({ run: (body: ReturnIn) => addReturn(order.id, body), invalidates: staleAfterChange });
  const { values } = form;
  const quantityOf = (item: OrderItem) => values.lines[item.line]?.quantity ?? 0;
  const chosen = items.filter((item) => quantityOf(item) > 0);
  const { refund, through, with_shipping, with_fees } = values;
  const charge = refund ? charges.find((one) => one.id === through) : undefined;
  // Refunded meanwhile: it must not become a refund by hand unnoticed.
  const isGone = refund && !charge && through !== outside;
  const preview = useMoneyPreview({
    kind: 'return',
    order,
    body: {
      lines: chosen.map((item) => ({ line: item.line, quantity: quantityOf(item) })),
      refund: refund ? { with_shipping, with_fees } : null,
    },
    isEmpty,
    isOver: save.isPending || save.isSuccess,
    ask: (request: ReturnPreviewIn, signal) => previewReturn(order.id, request, signal),
  });
  const { shown, known: money } = preview;
  const isAbove = shown !== null && compareDecimal(shown.amount, charge?.refundable ?? shown.amount) > 0;
  const isBackInStock = (item: OrderItem, { lines }: Values) => {
    const line = lines[item.line];
    return line !== undefined && item.is_stock_taken && isRestocked(line, offered);
  };
  const restocks = chosen.some((item) => isBackInStock(item, values));
  if (offered.length === 0) return <NoReasons />;
  return (
    <DialogFormBody
      form={form}
      isDanger
      // What is refunded is not sent before it is known.
      isDisabled={chosen.length === 0 || isAbove || isGone || (refund && money === null)}
      submit={
        money && isPositive(money.amount) && !isAbove
          ? t('return.runRefund', { amount: formatAmount(money.amount) })
          : t('return.run')
      }
      aside={maySet && <ReasonsLink />}
      done={
        charge && money && isPositive(money.amount)
          ? t('return.requested', { provider: providerName(charge.provider) })
          : t('return.done')
      }
      onSave={(now) =>
        sendWithFieldErrors(onClose, () =>
          save.mutateAsync({
            lines: chosen.map((item) => {
              const line = now.lines[item.line];
              return {
                line: item.line,
                quantity: line?.quantity ?? 0,
                reason_id: line?.reason ?? '',
                is_restocked: isBackInStock(item, now),
              };
            }),
            location_id: restocks ? (now.place ?? arrived.warehouse) : null,
            note: now.note.trim() || null,
            refund: now.refund ? { with_shipping, with_fees, transaction_id: charge?.id ?? null } : null,
            version: openedOrder.version,
          }),
        )
      }
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('return.text')}
      </Text>
      <ul className={classes.lines}>
        {items.map((item) => (
          <ReturnLine
            key={item.line}
            item={item}
            reasons={offered}
            line={values.lines[item.line] ?? { quantity: null, reason: first, restock: null }}
            set={(line) => form.setFieldValue(`lines.${item.line}`, line)}
          />
        ))}
      </ul>
      {restocks && places.length > 1 && (
        <ReturnPlaceField
          places={places}
          value={values.place ?? arrived.warehouse}
          onChange={(place) => form.setFieldValue('place', place)}
        />
      )}
      {canRefund && (
        <ReturnRefundField order={order} left={left} charges={charges} values={values} onChange={form.setValues} />
      )}
      {refund && preview.isFailed && <PreviewFailed onRetry={preview.retry} />}
      {shown && (refund || isPositive(shown.not_owed)) && (
        <ReturnSummary preview={shown} currency={order.currency} most={isAbove ? (charge?.refundable ?? '0') : null} />
      )}
      <NoteField label={t('note')} placeholder={t('notePlaceholder')} {...form.getInputProps('note')} />
    </DialogFormBody>
  );
}
