import { Input, SimpleGrid } from '@mantine/core';
import { DateField } from '@/shared/forms/date-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useCustomerText } from './i18n';

type Range = readonly [from: string, until: string];
type OnRange = (range: [from: string, until: string]) => void;

/** From and until: what customers spent, how many orders they made, and when the last of them came. */
export function RangeFields({
  spent,
  orders,
  days,
  isBadSpent,
  isBadOrders,
  onSpent,
  onOrders,
  onDays,
}: {
  spent: Range;
  orders: Range;
  days: Range;
  /** It ends before it begins. */
  isBadSpent: boolean;
  isBadOrders: boolean;
  onSpent: OnRange;
  onOrders: OnRange;
  onDays: OnRange;
}) {
  const t = useCustomerText();
  return (
    <>
      <Input.Wrapper label={t('filter.spent')} labelElement="div" error={isBadSpent ? t('filter.badRange') : undefined}>
        <SimpleGrid cols={2} spacing={10} mb={isBadSpent ? 6 : 0}>
          <MoneyField
            aria-label={`${t('filter.spent')}: ${t('filter.from')}`}
            placeholder={t('filter.from')}
            value={spent[0]}
            onChange={(value) => onSpent([value, spent[1]])}
          />
          <MoneyField
            aria-label={`${t('filter.spent')}: ${t('filter.until')}`}
            placeholder={t('filter.until')}
            value={spent[1]}
            onChange={(value) => onSpent([spent[0], value])}
          />
        </SimpleGrid>
      </Input.Wrapper>
      <Input.Wrapper
        label={t('filter.orders')}
        labelElement="div"
        error={isBadOrders ? t('filter.badRange') : undefined}
      >
        <SimpleGrid cols={2} spacing={10} mb={isBadOrders ? 6 : 0}>
          <NumberField
            aria-label={`${t('filter.orders')}: ${t('filter.from')}`}
            placeholder={t('filter.from')}
            value={orders[0]}
            onChange={(value) => onOrders([String(value ?? ''), orders[1]])}
          />
          <NumberField
            aria-label={`${t('filter.orders')}: ${t('filter.until')}`}
            placeholder={t('filter.until')}
            value={orders[1]}
            onChange={(value) => onOrders([orders[0], String(value ?? '')])}
          />
        </SimpleGrid>
      </Input.Wrapper>
      <Input.Wrapper label={t('filter.last_order')} labelElement="div">
        <SimpleGrid cols={2} spacing={10}>
          <DateField
            aria-label={`${t('filter.last_order')}: ${t('filter.from')}`}
            placeholder={t('filter.from')}
            clearable
            value={days[0] || null}
            onChange={(value) => onDays([value ?? '', days[1]])}
          />
          <DateField
            aria-label={`${t('filter.last_order')}: ${t('filter.until')}`}
            placeholder={t('filter.until')}
            clearable
            value={days[1] || null}
            onChange={(value) => onDays([days[0], value ?? ''])}
          />
        </SimpleGrid>
      </Input.Wrapper>
    </>
  );
}
