import { Text } from '@mantine/core';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { lineFacts } from '../../money/line-facts';
import type { OrderView } from '../../orders.api';
import classes from '../shipments.module.css';
import { useReturnParcelText } from './i18n';
import type { ReturnParcelValues } from './return-parcel-dialog';
import type { ReturnParcels } from './return-parcels.api';

/** How many pieces of each line the courier picks up. */
export function ReturnPieces({
  form,
  order,
  fetchable,
}: {
  form: ApiForm<ReturnParcelValues>;
  order: OrderView;
  fetchable: ReturnParcels['fetchable'];
}) {
  const t = useReturnParcelText();
  const { language } = useLanguage();
  return (
    <ul className={classes.lines} aria-label={t('what')}>
      {fetchable.map((most) => {
        const item = order.items.find(({ line }) => line === most.line);
        if (!item) return null;
        const name = textOf(item.name, language);
        const facts = lineFacts(item, language);
        return (
          <li key={most.line} className={classes.line}>
            <div>
              <Text size="sm" component="div" lineClamp={2}>
                <bdi>{name}</bdi>
              </Text>
              {facts && (
                <Text size="xs" c="dimmed" component="div">
                  <bdi>{facts}</bdi>
                </Text>
              )}
            </div>
            <NumberField
              aria-label={t('quantityOf', { name })}
              min={0}
              max={most.quantity}
              value={form.values.quantities[most.line] ?? 0}
              onChange={(value) => form.setFieldValue(`quantities.${most.line}`, value ?? 0)}
            />
            <Text size="sm" c="dimmed">
              {t('ofLine', { n: formatNumber(most.quantity) })}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
