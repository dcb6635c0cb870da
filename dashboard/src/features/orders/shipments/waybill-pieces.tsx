import { Text } from '@mantine/core';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { lineFacts } from '../money/line-facts';
import type { OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import type { Fulfilment } from './shipments.api';
import classes from './shipments.module.css';
import type { WaybillValues } from './waybill-values';

/** How many pieces of each line go into the shipment. */
export function WaybillPieces({
  form,
  order,
  known,
}: {
  form: ApiForm<WaybillValues>;
  order: OrderView;
  known: Fulfilment;
}) {
  const t = useShipmentText();
  const { language } = useLanguage();
  return (
    <ul className={classes.lines} aria-label={t('what')}>
      {known.to_ship.map((left) => {
        const item = order.items.find(({ line }) => line === left.line);
        if (!item) return null;
        const name = textOf(item.name, language);
        return (
          <li key={left.line} className={classes.line}>
            <div>
              <Text size="sm" component="div" lineClamp={2}>
                <bdi>{name}</bdi>
              </Text>
              {lineFacts(item, language) && (
                <Text size="xs" c="dimmed" component="div">
                  <bdi>{lineFacts(item, language)}</bdi>
                </Text>
              )}
            </div>
            <NumberField
              aria-label={t('quantityOf', { name })}
              min={0}
              max={left.quantity}
              value={form.values.quantities[left.line] ?? 0}
              onChange={(value) => form.setFieldValue(`quantities.${left.line}`, value ?? 0)}
            />
            <Text size="sm" c="dimmed">
              {t('ofLine', { n: formatNumber(left.quantity) })}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
