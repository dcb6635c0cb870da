import { Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { useShippingName } from '@/modules/shipping/i18n';
import { isShippingProvider } from '@/modules/shipping/providers';
import type { Column } from '@/shared/table/data-table';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useOrderText } from './i18n';
import { memoryQuery } from './list-memory';
import { useOrderColumns } from './orders-columns';
import classes from './orders.module.css';

/** Tags and assignee of an order, as small badges. */
function TagsAndAssignee({ order, tags, assignee }: { order: OrderRow; tags: boolean; assignee: boolean }) {
  const shownTags = tags ? order.tags : [];
  const person = assignee ? order.assignee : null;
  if (shownTags.length === 0 && !person) return null;
  return (
    <span className={classes.marks}>
      {shownTags.map((tag) => (
        <bdi key={tag} className={classes.mark}>
          {tag}
        </bdi>
      ))}
      {person && (
        <span className={classes.assignee}>
          <IconUser size={13} aria-hidden />
          <bdi>{person.name}</bdi>
        </span>
      )}
    </span>
  );
}

export interface ChosenColumns {
  /** Every column that the list can show. */
  all: Column<OrderRow>[];
  /** Those that the user chose, in order; the usual ones at first. */
  shown: Column<OrderRow>[];
  shownKeys: readonly string[];
}

/** Stable between renders, so that rows are not rendered again. */
export function useChosenColumns(): ChosenColumns {
  const t = useOrderText();
  const shipping = useShippingName();
  const phone = usePhoneScreen();
  const base = useOrderColumns();
  const stored = useQuery(memoryQuery).data?.columns ?? null;
  return useMemo(() => chosenColumns(t, shipping, base, phone ? null : stored), [t, shipping, base, phone, stored]);
}

function chosenColumns(
  t: ReturnType<typeof useOrderText>,
  shipping: ReturnType<typeof useShippingName>,
  base: readonly Column<OrderRow>[],
  stored: readonly string[] | null,
): ChosenColumns {
  const usual = base.map((column) => column.key);
  const small = (text: string) => (
    <Text size="sm" component="bdi">
      {text}
    </Text>
  );
  const extra: Column<OrderRow>[] = [
    { key: 'city', header: t('col.city'), cell: (order) => small(order.city) },
    {
      key: 'mobile',
      header: t('col.mobile'),
      cell: (order) => <span className="num">{order.mobile}</span>,
    },
    {
      key: 'shipping',
      header: t('filter.shipping'),
      cell: (order) => (isShippingProvider(order.shipping_provider) ? small(shipping(order.shipping_provider)) : null),
    },
    {
      key: 'customer_type',
      header: t('col.customer_type'),
      cell: (order) => small(t(order.is_first_order ? 'type.new' : 'type.returning')),
    },
    { key: 'coupon', header: t('col.coupon'), cell: (order) => small(order.coupon_code ?? '') },
    { key: 'tags', header: t('col.tags'), cell: (order) => <TagsAndAssignee order={order} tags assignee={false} /> },
    {
      key: 'assignee',
      header: t('col.assignee'),
      cell: (order) => <TagsAndAssignee order={order} tags={false} assignee />,
    },
  ];
  const known = [...base, ...extra];
  const keys = stored ? stored.filter((key) => known.some((column) => column.key === key)) : usual;
  // Values without a column of their own are shown below the customer.
  const all = known.map((column) =>
    column.key === 'customer'
      ? {
          ...column,
          cell: (order: OrderRow) => (
            <>
              {column.cell(order)}
              <TagsAndAssignee order={order} tags={!keys.includes('tags')} assignee={!keys.includes('assignee')} />
            </>
          ),
        }
      : column,
  );
  return { all, shownKeys: keys, shown: keys.flatMap((key) => all.find((column) => column.key === key) ?? []) };
}
