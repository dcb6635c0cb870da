import { Button, Checkbox, Chip, Group, Stack, Text, Textarea } from '@mantine/core';
import { useStatusText } from '@/modules/status-badge/i18n';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';
import { useOrderPageText } from './page/i18n';
import { tellOrderFailure } from './order-failure';
import { orderName } from './order-name';
import {
  setPaymentStatus,
  setStatus,
  staleAfterChange,
  type OrderView,
  type PaymentStatusIn,
  type StatusIn,
} from './orders.api';

const maxNote = 500;

/** Reasons that come up every day; one press writes them, and the words can still be changed. */
const reasons = {
  CNCL: ['reason.customer', 'reason.stock', 'reason.unreachable', 'reason.address', 'reason.double'],
  RTRN: ['reason.mind', 'reason.damaged', 'reason.wrong'],
} as const;

/** What the server says about a field goes to the field; everything else is told, and the dialog makes way. */
async function sendOr(close: () => void, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.outcome === 'invalid') throw error;
    tellOrderFailure(error);
    close();
    throw error;
  }
}

/** Cancelling or taking back an order: where the goods go, and why (OR-04, decisions 5). */
export function EndOrderDialog({
  order,
  status,
  onClose,
}: {
  order: OrderView;
  status: 'CNCL' | 'RTRN';
  onClose: () => void;
}) {
  const t = useOrderPageText();
  const s = useShared();
  const common = useOrderText();
  const word = useStatusText();
  const change = useApiMutation({
    run: (body: StatusIn) => setStatus(order.id, body),
    invalidates: staleAfterChange,
  });
  const { language } = useLanguage();
  // What never left the stock cannot come back. A cancelled order gives everything back, a returned one what is ticked.
  const taken = order.items.filter((item) => item.is_stock_taken);
  const form = useApiForm<{ note: string; restock: boolean; lines: string[] }>({
    initialValues: { note: '', restock: true, lines: [] },
  });
  const number = orderName(order.number);
  const { note } = form.getValues();
  return (
    <Dialog title={t(status === 'CNCL' ? 'cancel.title' : 'return.title', { number })} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) =>
          sendOr(onClose, () =>
            change.mutateAsync({
              status,
              version: order.version,
              ...(taken.length > 0 ? { restock: status === 'CNCL' ? values.restock : values.lines.map(Number) } : {}),
              ...(values.note.trim() ? { note: values.note.trim() } : {}),
            }),
          )
        }
        onSaved={() => {
          toast.success(common('statusChanged', { status: word(`order.${status}`) }));
          onClose();
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {t(status === 'CNCL' ? 'cancel.text' : 'return.text')}
          </Text>
          {taken.length > 0 && status === 'CNCL' && (
            <Checkbox
              label={t('restock')}
              description={t('restockText')}
              {...form.getInputProps('restock', { type: 'checkbox' })}
            />
          )}
          {taken.length > 0 && status === 'RTRN' && (
            <Checkbox.Group
              label={t('restock.lines')}
              description={t('restock.linesText')}
              {...form.getInputProps('lines')}
            >
              <Stack gap={8} mt={8}>
                {taken.map((item) => (
                  <Checkbox
                    key={item.line}
                    value={String(item.line)}
                    label={
                      <>
                        <bdi>{textOf(item.name, language)}</bdi> × {formatNumber(item.quantity)}
                      </>
                    }
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <div>
            <Textarea
              label={t('reason')}
              placeholder={t('reasonPlaceholder')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={maxNote}
              data-autofocus
              {...form.getInputProps('note')}
            />
            <Group gap={6} mt={8}>
              {reasons[status].map((reason) => (
                <Chip
                  key={reason}
                  size="xs"
                  radius="md"
                  variant="light"
                  checked={note === t(reason)}
                  onChange={(on) => form.setFieldValue('note', on ? t(reason) : '')}
                >
                  {t(reason)}
                </Chip>
              ))}
            </Group>
          </div>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {status === 'CNCL' ? t('cancel.keep') : s('cancel')}
            </Button>
            <Button type="submit" color="red" loading={form.busy}>
              {common(`next.${status}`)}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Taking "paid" back is only by hand with a note (decisions 5). */
export function NotPaidDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useOrderPageText();
  const s = useShared();
  const change = useApiMutation({
    run: (body: PaymentStatusIn) => setPaymentStatus(order.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<{ note: string }>({ initialValues: { note: '' }, validate: { note: required() } });
  return (
    <Dialog title={t('unpay.title', { number: orderName(order.number) })} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) =>
          sendOr(onClose, () =>
            change.mutateAsync({ payment_status: 'not_paid', version: order.version, note: values.note.trim() }),
          )
        }
        onSaved={() => {
          toast.success(t('pay.undone'));
          onClose();
        }}
      >
        <Stack gap={16}>
          <Textarea
            label={t('reason')}
            description={t('unpay.text')}
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={maxNote}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('pay.unmark')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
