import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { compareDecimal } from '@/shared/forms/decimal';
import { Form } from '@/shared/forms/form';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { DetailPage } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { orderName } from '../order-name';
import { staleAfterChange, type OrderView } from '../orders.api';
import { lineFacts } from './line-facts';
import { sendWithFieldErrors } from './send-with-field-errors';
import { Dialog } from '@/shared/ui/dialog';
import { useOrderMoneyText } from './i18n';
import { MoneyBack } from './money-back';
import { addRefund, previewRefund, refundableQuery, type RefundIn, type Refundable } from './money.api';
import classes from './money.module.css';

interface Values {
  how: 'lines' | 'amount';
  lines: Record<string, number | null>;
  with_shipping: boolean;
  with_fees: boolean;
  amount: string;
  note: string;
}

const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;

/** Gives money back, by line or by amount (decisions 5): what it comes to is the server's to say before it is done. */
export function RefundDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderMoneyText();
  const query = useQuery({ ...refundableQuery(order.id), staleTime: 0, gcTime: 0 });
  return (
    <Dialog tall title={t('refund.title', { number: orderName(order.number) })} size={560} onClose={onClose}>
      <DetailPage query={query}>{(left) => <RefundForm order={order} left={left} onClose={onClose} />}</DetailPage>
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

function RefundForm({ order, left, onClose }: { order: OrderView; left: Refundable; onClose: () => void }) {
  const t = useOrderMoneyText();
  const s = useShared();
  const { language } = useLanguage();
  const say = (amount: string) => formatMoney(amount, order.currency, language);
  const parts = left.lines.filter((line) => line.quantity > 0);
  const hasParts = parts.length > 0 && !isPositive(left.overpaid);
  // Sent is what stood here when the window opened: what came in since is told instead of passed over.
  const [seen] = useState(order);
  const form = useApiForm<Values>({
    initialValues: {
      how: hasParts ? 'lines' : 'amount',
      lines: {},
      with_shipping: false,
      with_fees: false,
      amount: isPositive(left.overpaid) ? left.overpaid : left.refundable,
      note: '',
    },
  });
  const body = bodyOf(form.values);
  const [wanted] = useDebouncedValue(JSON.stringify(body), 250);
  const asked = JSON.parse(wanted) as RefundIn;
  const save = useApiMutation({ run: (sent: RefundIn) => addRefund(order.id, sent), invalidates: staleAfterChange });
  const preview = useQuery({
    queryKey: ['order-refund-preview', order.id, order.version, wanted] as const,
    queryFn: ({ signal }) => previewRefund(order.id, asked, signal),
    // Once it is given back there is nothing more to ask.
    enabled: !isEmpty(asked) && !save.isPending && !save.isSuccess,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = isEmpty(body) || isEmpty(asked) ? null : (preview.data ?? null);
  const chooseAll = () => {
    form.setFieldValue('lines', Object.fromEntries(parts.map((part) => [part.line, part.quantity])));
    form.setFieldValue('with_shipping', isPositive(left.shipping.amount));
    form.setFieldValue('with_fees', isPositive(left.fees.amount));
  };
  return (
    <Form
      form={form}
      guard={false}
      onSave={(values) =>
        sendWithFieldErrors(onClose, async () => {
          const made = await save.mutateAsync({
            ...bodyOf(values),
            note: values.note.trim() || null,
            version: seen.version,
          });
          toast.success(t('refund.done', { amount: say(made.amount) }));
        })
      }
      onSaved={onClose}
    >
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {t('refund.text')}
        </Text>
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
              {parts.map((part) => {
                const item = order.items.find((candidate) => candidate.line === part.line);
                const name = item ? textOf(item.name, language) : String(part.line);
                const facts = lineFacts(item, language);
                return (
                  <li key={part.line} className={classes.line}>
                    <div className={classes.lineName}>
                      <bdi>{name}</bdi>
                      {facts && (
                        <Text size="xs" c="dimmed">
                          {facts}
                        </Text>
                      )}
                      <Text size="xs" c="dimmed">
                        {t('refund.left', { number: formatNumber(part.quantity) })} · {say(part.amount)}
                      </Text>
                    </div>
                    <NumberField
                      aria-label={t('refund.quantity', { name: `\u2068${name}\u2069 ${facts}`.trim() })}
                      placeholder="0"
                      min={0}
                      max={part.quantity}
                      value={form.values.lines[part.line] ?? null}
                      onChange={(quantity) => form.setFieldValue(`lines.${part.line}`, quantity)}
                    />
                  </li>
                );
              })}
            </ul>
            <Stack gap={10} mt={6}>
              {isPositive(left.shipping.amount) && (
                <Checkbox
                  label={t('refund.shipping', { amount: say(left.shipping.amount) })}
                  checked={form.values.with_shipping}
                  onChange={(event) => form.setFieldValue('with_shipping', event.currentTarget.checked)}
                />
              )}
              {isPositive(left.fees.amount) && (
                <Checkbox
                  label={t('refund.fees', { amount: say(left.fees.amount) })}
                  checked={form.values.with_fees}
                  onChange={(event) => form.setFieldValue('with_fees', event.currentTarget.checked)}
                />
              )}
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
            description={t('refund.most', { amount: say(left.refundable) })}
            currency={order.currency}
            required
            {...form.getInputProps('amount')}
            value={form.values.amount}
          />
        )}
        <MoneyBack amount={shown?.amount ?? '0'} vat={shown?.vat ?? '0'} currency={order.currency}>
          {shown && !shown.is_possible && (
            <Text size="xs" c="red">
              {t('refund.above', { amount: say(shown.refundable) })}
            </Text>
          )}
        </MoneyBack>
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
          <Button
            type="submit"
            color="red"
            loading={form.busy}
            disabled={isEmpty(body) || shown?.is_possible === false}
          >
            {shown?.is_possible ? t('refund.run', { amount: say(shown.amount) }) : t('refund.runBare')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
