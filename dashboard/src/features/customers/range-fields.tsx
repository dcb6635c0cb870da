import { DateField } from '@/shared/forms/date-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { isRange, RangeFilter, type Range } from '@/shared/table/range-filter';
import { useCustomerText } from './i18n';

/** From and until: what customers spent, how many orders they made, and when the last of them came. */
export function RangeFields({
  spent,
  orders,
  days,
  onSpent,
  onOrders,
  onDays,
}: {
  spent: Range;
  orders: Range;
  days: Range;
  onSpent: (range: Range) => void;
  onOrders: (range: Range) => void;
  onDays: (range: Range) => void;
}) {
  const t = useCustomerText();
  return (
    <>
      <RangeFilter label={t('filter.spent')} value={spent} onChange={onSpent} isWrong={!isRange(spent)}>
        {(end) => <MoneyField {...end} data-autofocus />}
      </RangeFilter>
      <RangeFilter label={t('filter.orders')} value={orders} onChange={onOrders} isWrong={!isRange(orders)}>
        {(end) => <NumberField {...end} />}
      </RangeFilter>
      <RangeFilter label={t('filter.last_order')} value={days} onChange={onDays}>
        {(end) => <DateField {...end} clearable value={end.value || null} />}
      </RangeFilter>
    </>
  );
}
