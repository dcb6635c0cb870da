import { Group } from '@mantine/core';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { OrderView } from '../orders.api';
import { fitTo, valuesOf, type EditLine, type EditValues } from './edit.model';
import { useOrderEditText } from './i18n';

type Compared = Pick<EditValues, 'items' | 'shipping_fees' | 'payment_fees' | 'discount' | 'coupon_code'> &
  Record<string, unknown>;

const compared = (values: EditValues): Compared => ({
  items: values.items,
  shipping_fees: values.shipping_fees,
  payment_fees: values.payment_fees,
  discount: values.discount,
  coupon_code: values.coupon_code,
});

/** Conflict dialog: the order was changed meanwhile; the resolved values are applied to the newer version. */
export function StaleEdit({
  base,
  mine,
  current,
  onResolve,
  onClose,
}: {
  base: OrderView;
  mine: EditValues;
  current: OrderView | undefined;
  onResolve: (values: EditValues, current: OrderView) => void;
  onClose: () => void;
}) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  if (!current) return null;
  const money = (value: unknown) => formatMoney(String(value), current.currency, language);
  const lines = (value: unknown) => (
    <Group gap={6} component="span">
      {t('stale.lines', { count: (value as EditLine[]).reduce((sum, line) => sum + (line.quantity ?? 0), 0) })}
    </Group>
  );
  return (
    <StaleDialog<Compared>
      fields={[
        { key: 'items', label: t('stale.items'), show: lines },
        { key: 'shipping_fees', label: t('shipping'), show: money },
        { key: 'payment_fees', label: t('fees'), show: money },
        { key: 'discount', label: t('discount'), show: money },
        { key: 'coupon_code', label: t('coupon') },
      ]}
      base={compared(valuesOf(base))}
      mine={compared(mine)}
      theirs={compared(valuesOf(current))}
      onClose={onClose}
      onResolve={(chosen) => {
        onResolve({ ...mine, ...fitTo(current, chosen) }, current);
      }}
    />
  );
}
