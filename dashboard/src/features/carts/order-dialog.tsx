import { Alert, Button, Checkbox, Group, List, Loader, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useStoreCurrency } from '@/shared/session/session';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { carts, createOrder, orderPreviewQuery, type CartDetail, type CartOrderPreview } from './carts.api';
import { useCartText } from './i18n';
import { OrderSums } from './order-sums';

type ChangeKey = 'orderWas.total' | 'orderWas.deposit' | 'orderWas.depositAsked' | 'orderWas.depositGone';
type Missing = 'products' | 'contact' | 'shipping_address' | 'shipping_method' | 'payment';

/** Differences between the shown and the current preview. */
function differences(shownPreview: CartOrderPreview, now: CartOrderPreview) {
  const list: { key: ChangeKey; from: string; to: string }[] = [];
  if (shownPreview.total !== now.total) list.push({ key: 'orderWas.total', from: shownPreview.total, to: now.total });
  const [before, after] = [shownPreview.deposit ?? '', now.deposit ?? ''];
  if (before !== after) {
    const key = before === '' ? 'orderWas.depositAsked' : after === '' ? 'orderWas.depositGone' : 'orderWas.deposit';
    list.push({ key, from: before || '0', to: after || '0' });
  }
  return list;
}

/**
 * CA-04: the merchant chooses shipping and payment, sees what changed since the shopper's view, and places the order.
 */
export function OrderDialog({ cart, onClose }: { cart: CartDetail; onClose: () => void }) {
  const t = useCartText();
  const s = useShared();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const navigate = useNavigate();
  const [chosenMethods, setChosenMethods] = useState<{ shipping_method_id?: string; payment_method_id?: string }>({});
  const [accepts, setAccepts] = useState(false);
  // The preview that was shown when the server reported a change.
  const [shownPreview, setShownPreview] = useState<CartOrderPreview>();
  const query = useQuery({ ...orderPreviewQuery(cart.id, chosenMethods), placeholderData: keepPreviousData });
  const preview = query.data;
  const createMutation = useApiMutation({
    run: (preview: CartOrderPreview) =>
      createOrder(cart.id, {
        shipping_method_id: preview.shipping_method_id ?? undefined,
        payment_method_id: preview.payment_method_id ?? '',
        total: preview.total,
        deposit: preview.deposit ?? null,
        version: preview.version,
        accepts_changes: accepts,
      }),
    invalidates: [carts.key, ['orders'], ['sync']],
    done: (order) => toast.success(t('orderMade', { number: `\u2066#${order.number}\u2069` })),
  });
  const options = (methods: CartOrderPreview['shipping_methods']) =>
    methods.map((method) => ({ value: method.id, label: textOf(method.name, language) }));
  const amount = (text: string) => formatMoney(text, currency, language);
  const now = preview && shownPreview ? differences(shownPreview, preview) : [];
  const needsConsent = preview !== undefined && preview.changes.length > 0;
  return (
    <Dialog title={t('orderTitle')} size={440} onClose={onClose}>
      {!preview ? (
        query.error ? (
          <Alert color="red">{isApiError(query.error) ? query.error.message : s('error.invalid')}</Alert>
        ) : (
          <Loader size="sm" />
        )
      ) : (
        <Stack gap={14}>
          <Text size="sm" c="dimmed">
            {t('orderText')}
          </Text>
          {now.length > 0 && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('orderWas')}>
              <List size="sm">
                {now.map(({ key, from, to }) => (
                  <List.Item key={key}>{t(key, { was: amount(from), now: amount(to) })}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {preview.missing && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
              {t('orderMissing', { what: t(`orderMissing.${preview.missing as Missing}`) })}
            </Alert>
          )}
          {preview.changes.length > 0 && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('orderChanges')}>
              <List size="sm">
                {preview.changes.map((change) => (
                  <List.Item key={`${change.line}${change.message}`}>{change.message}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {preview.shipping_methods.length > 0 && (
            <Select
              label={t('orderShipping')}
              data={options(preview.shipping_methods)}
              value={preview.shipping_method_id}
              allowDeselect={false}
              onChange={(id) => setChosenMethods({ ...chosenMethods, shipping_method_id: id ?? undefined })}
            />
          )}
          {preview.payment_methods.length > 0 && (
            <Select
              label={t('orderPayment')}
              data={options(preview.payment_methods)}
              value={preview.payment_method_id}
              allowDeselect={false}
              onChange={(id) => setChosenMethods({ ...chosenMethods, payment_method_id: id ?? undefined })}
            />
          )}
          <OrderSums preview={preview} />
          {preview.deposit && (
            <Text size="sm" c="dimmed">
              {t('orderDeposit', { amount: amount(preview.deposit) })}
            </Text>
          )}
          {needsConsent && preview.is_possible && (
            <Checkbox
              label={t('orderAccept')}
              checked={accepts}
              onChange={(event) => setAccepts(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap={10}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button
              loading={createMutation.isPending}
              disabled={!preview.is_possible || !preview.payment_method_id || (needsConsent && !accepts)}
              onClick={() =>
                createMutation.mutate(preview, {
                  onSuccess: (order) => {
                    onClose();
                    void navigate({ to: '/orders/view/$id', params: { id: order.id } });
                  },
                  // The current preview is refetched, and must be accepted again.
                  onError: (error) => {
                    setShownPreview(error.code === 'cart_changed' ? preview : undefined);
                    setAccepts(false);
                    void query.refetch();
                  },
                })
              }
            >
              {t('orderCreate')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
