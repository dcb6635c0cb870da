import { Alert, Loader, NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { MoneyField } from '@/shared/forms/money-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Money } from '@/shared/ui/money';
import { Dialog } from '@/shared/ui/dialog';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { creditInvoice, documentQuery, type CreditIn, type DocumentRow, type DocumentView } from './documents.api';
import classes from './documents.module.css';
import { useDocumentsText } from './i18n';

/** A credit note against an invoice: all that is left, some lines, or an amount. */
export default function CreditDialog({
  order,
  invoice,
  onClose,
}: {
  order: string;
  invoice: DocumentRow;
  onClose: () => void;
}) {
  const t = useDocumentsText();
  const s = useShared();
  const found = useQuery(documentQuery(invoice.id));
  return (
    <Dialog title={t('credit.title', { number: `\u2066${invoice.number}\u2069` })} size={520} onClose={onClose}>
      {found.isPending && <Loader role="status" aria-label={s('loading')} />}
      {found.error && <Alert color="red">{isApiError(found.error) ? found.error.message : t('failed')}</Alert>}
      {found.data && <CreditForm order={order} invoice={found.data} onClose={onClose} />}
    </Dialog>
  );
}

interface Values {
  scope: 'whole' | 'lines' | 'amount';
  quantities: Record<string, number>;
  amount: string;
  reason: string;
}

function CreditForm({ order, invoice, onClose }: { order: string; invoice: DocumentView; onClose: () => void }) {
  useLateAutofocus();
  const t = useDocumentsText();
  const { language } = useLanguage();
  const open = invoice.lines.filter((line) => line.quantity_left > 0 && Number(line.total_left) > 0);
  const credit = useApiMutation({
    run: (body: CreditIn) => creditInvoice(invoice.id, body),
    invalidates: [
      ['orders', 'one', order],
      ['documents', invoice.id],
    ],
  });
  const form = useApiForm<Values>({
    mode: 'controlled',
    initialValues: { scope: 'whole', quantities: {}, amount: '', reason: '' },
    validate: { reason: required() },
  });
  const { values } = form;
  const lines = Object.entries(values.quantities).filter(([, quantity]) => quantity > 0);
  return (
    <DialogFormBody
      form={form}
      submit={t('credit.submit')}
      isDisabled={values.scope === 'lines' && lines.length === 0}
      done={t('credit.done')}
      onClose={onClose}
      onSave={(request) =>
        credit.mutateAsync({
          reason: request.reason.trim(),
          ...(request.scope === 'amount' ? { amount: request.amount } : {}),
          ...(request.scope === 'lines'
            ? { lines: lines.map(([line, quantity]) => ({ line: Number(line), quantity })) }
            : {}),
        })
      }
    >
      <Text size="sm" c="dimmed">
        {t('credit.text')}
      </Text>
      <SegmentedControl
        fullWidth
        data-autofocus
        aria-label={t('credit.what')}
        data={(['whole', 'lines', 'amount'] as const).map((value) => ({ value, label: t(`credit.${value}`) }))}
        value={values.scope}
        onChange={(value) => form.setFieldValue('scope', value as Values['scope'])}
      />
      {values.scope === 'whole' && (
        <Text fw={600} component="div">
          <Money amount={invoice.left} currency={invoice.currency} />
        </Text>
      )}
      {values.scope === 'lines' && (
        <Stack gap={10}>
          {open.map((line) => {
            const name =
              line.kind === 'shipping' || line.kind === 'payment_fee' ? t(line.kind) : textOf(line.name, language);
            return (
              <div key={line.line} className={classes.line}>
                <div>
                  <Text size="sm" component="div" lineClamp={2}>
                    <bdi>{name}</bdi>
                  </Text>
                  <Text size="xs" c="dimmed" component="div">
                    <Money amount={line.total_left} currency={invoice.currency} fw={400} />
                  </Text>
                </div>
                <NumberInput
                  aria-label={t('credit.quantity', { name })}
                  min={0}
                  max={line.quantity_left}
                  clampBehavior="strict"
                  allowDecimal={false}
                  suffix={` / ${line.quantity_left}`}
                  value={values.quantities[line.line] ?? 0}
                  onChange={(value) =>
                    form.setFieldValue('quantities', { ...values.quantities, [line.line]: Number(value) || 0 })
                  }
                />
              </div>
            );
          })}
          {(form.errors.lines ?? form.errors['lines.0.quantity']) && (
            <Text size="sm" c="red">
              {form.errors.lines ?? form.errors['lines.0.quantity']}
            </Text>
          )}
        </Stack>
      )}
      {values.scope === 'amount' && (
        <MoneyField
          label={t('credit.amountLabel')}
          currency={invoice.currency}
          max={invoice.left ?? undefined}
          required
          {...form.getInputProps('amount')}
          value={values.amount}
        />
      )}
      <Textarea
        label={t('credit.reason')}
        description={t('credit.reasonHint')}
        required
        autosize
        minRows={2}
        maxRows={4}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </DialogFormBody>
  );
}
