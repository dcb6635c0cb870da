import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { OrderView } from '../orders.api';
import type { Shipment } from './shipments.api';
import classes from './shipments.module.css';

/** The items in a parcel of an order, with their pieces. */
export function ParcelGoods({ lines, order }: { lines: Shipment['lines']; order: OrderView }) {
  const { language } = useLanguage();
  const nameOf = (line: number) => textOf(order.items.find((item) => item.line === line)?.name ?? {}, language);
  return (
    <ul className={classes.goods}>
      {lines.map(({ line, quantity }) => (
        <li key={line}>
          <bdi>{nameOf(line)}</bdi> × {formatNumber(quantity)}
        </li>
      ))}
    </ul>
  );
}
