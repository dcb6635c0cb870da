import { Checkbox, Select } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { OrderItem } from '../orders.api';
import { useOrderMoneyText } from './i18n';
import { lineFacts } from './line-facts';
import type { ReturnReason } from './money.api';
import classes from './money.module.css';
import { isRestockedFor } from './restocking';
import { ReturnLineField, lineLabel } from './return-parts';

export interface ReturnLineValues {
  quantity: number | null;
  reason: string | null;
  /** Null as long as the merchant has not chosen: it follows the reason. */
  restock: boolean | null;
}

/** Whether the pieces of a line go back into stock. */
export const isRestocked = (line: ReturnLineValues, reasons: readonly ReturnReason[]): boolean =>
  line.restock ?? isRestockedFor(reasons.find((reason) => reason.id === line.reason));

/** A line of a return: how many pieces are back, why, and whether they are put back into stock. */
export function ReturnLine({
  item,
  reasons,
  line,
  set,
}: {
  item: OrderItem;
  reasons: ReturnReason[];
  line: ReturnLineValues;
  set: (line: ReturnLineValues) => void;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const name = lineLabel(textOf(item.name, language), lineFacts(item, language));
  return (
    <ReturnLineField
      item={item}
      line={item.line}
      left={item.quantity - item.returned}
      label={(of) => t('return.quantity', { name: of })}
      quantity={line.quantity}
      onChange={(quantity) => set({ ...line, quantity })}
    >
      {(line.quantity ?? 0) > 0 && (
        <div className={classes.lineMore}>
          <Select
            aria-label={t('return.reasonFor', { name })}
            allowDeselect={false}
            data={reasons.map((reason) => ({ value: reason.id, label: textOf(reason.name, language) }))}
            value={line.reason}
            onChange={(reason) => set({ ...line, reason })}
          />
          {item.is_stock_taken && (
            <Checkbox
              label={t('return.restock')}
              aria-label={t('return.restockFor', { name })}
              checked={isRestocked(line, reasons)}
              onChange={(event) => set({ ...line, restock: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </ReturnLineField>
  );
}
