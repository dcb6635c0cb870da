import { Checkbox, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { NumberField } from '@/shared/forms/number-field';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { OrderItem, OrderView } from '../orders.api';
import { useOrderMoneyText } from './i18n';
import { lineFacts } from './line-facts';
import type { Refundable } from './money.api';
import classes from './money.module.css';

export const isPositive = (amount: string) => compareDecimal(amount, '0') > 0;

interface MoneyPreview<Answer> {
  /** The latest answer; of an earlier choice while the current one is being asked for. */
  shown: Answer | null;
  /** The answer for the current choice alone. */
  known: Answer | null;
  isFailed: boolean;
  retry: () => void;
}

/** Preview of a refund or return, debounced; none while nothing is chosen. */
export function useMoneyPreview<Asked, Answer>({
  kind,
  order,
  body,
  isEmpty,
  isOver,
  ask,
}: {
  kind: 'refund' | 'return';
  order: OrderView;
  body: Asked;
  isEmpty: (body: Asked) => boolean;
  /** It was sent, or is being sent: no further preview. */
  isOver: boolean;
  ask: (body: Asked, signal: AbortSignal) => Promise<Answer>;
}): MoneyPreview<Answer> {
  const [debouncedBody] = useDebouncedValue(JSON.stringify(body), 250);
  const request = JSON.parse(debouncedBody) as Asked;
  const preview = useQuery({
    queryKey: [`order-${kind}-preview`, order.id, order.version, debouncedBody] as const,
    queryFn: ({ signal }) => ask(request, signal),
    enabled: !isEmpty(request) && !isOver,
    meta: { isActionPreview: true },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isNone = isEmpty(body) || isEmpty(request);
  const shown = isNone ? null : ((preview.data as Answer | undefined) ?? null);
  const isLate = JSON.stringify(body) !== debouncedBody || preview.isPlaceholderData;
  return {
    shown,
    known: isLate && !isOver ? null : shown,
    isFailed: preview.isError && !isNone && !isLate && !isOver,
    retry: () => void preview.refetch(),
  };
}

/** A line of the order with a quantity to choose: its facts, the remaining and the chosen pieces. */
export function ReturnLineField({
  item,
  line,
  left,
  amount,
  label,
  quantity,
  onChange,
  children,
}: {
  item: OrderItem | undefined;
  line: number;
  left: number;
  /** Value of the remaining pieces. */
  amount?: string;
  /** The field's label, for this line. */
  label: (name: string) => string;
  quantity: number | null;
  onChange: (quantity: number | null) => void;
  children?: ReactNode;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const name = item ? textOf(item.name, language) : String(line);
  const facts = lineFacts(item, language);
  return (
    <li className={classes.line}>
      <div className={classes.lineName}>
        <bdi>{name}</bdi>
        {facts && (
          <Text size="xs" c="dimmed">
            {facts}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('refund.left', { number: formatNumber(left) })}
          {amount && ` · ${amount}`}
        </Text>
      </div>
      <NumberField
        aria-label={label(lineLabel(name, facts))}
        placeholder="0"
        data-autofocus
        min={0}
        max={left}
        value={quantity}
        onChange={onChange}
      />
      {children}
    </li>
  );
}

/** A line's name inside a sentence. */
export const lineLabel = (name: string, facts: string) => `\u2068${name}\u2069 ${facts}`.trim();

/** Whether shipping and payment fees are refunded, where there are any. */
export function RefundFeesField({
  left,
  label,
  values,
  onChange,
}: {
  left: Refundable;
  label: (part: 'shipping' | 'fees', amount: string) => string;
  values: { with_shipping: boolean; with_fees: boolean };
  onChange: (field: 'with_shipping' | 'with_fees', on: boolean) => void;
}) {
  return (['shipping', 'fees'] as const)
    .filter((part) => isPositive(left[part].amount))
    .map((part) => (
      <Checkbox
        key={part}
        label={label(part, left[part].amount)}
        checked={values[`with_${part}`]}
        onChange={(event) => onChange(`with_${part}`, event.currentTarget.checked)}
      />
    ));
}
