import type { OrderItem } from '../orders.api';

/** What tells variants of one product apart: their options, and the SKU. */
export const lineFacts = (item: OrderItem | undefined) =>
  item
    ? [...item.option_values.map(({ value }) => value), item.sku]
        .filter(Boolean)
        .map((text) => `\u2068${text}\u2069`)
        .join(' · ')
    : '';
