import type { Schema } from '@/shared/api/wire-schema';

type ProductStock = Schema<'StockView'>;
type StockRow = Schema<'StockRowView'>;
type StockItem = Schema<'StockItemView'>;
type Reason = Schema<'MovementView'>['reason'];

export type Level = 'out' | 'low' | 'few' | 'in';

/** A row of the stock list: a product, or one of its variants. */
export interface QuantityRow {
  key: string;
  product_id: string;
  name: StockRow['name'];
  cover_url: string | null;
  level: Level;
  item: StockItem;
}

export const linesOf = (row: StockRow): QuantityRow[] =>
  row.items.map((item) => ({
    key: item.variant_id ?? row.product_id,
    product_id: row.product_id,
    name: row.name,
    cover_url: row.cover_url ?? null,
    level: levelOfItem(row, item),
    item,
  }));

/**
 * The stock level of one row. The list's filter and the alert measure the whole product, so a variant with little left
 * of a product with enough is "few", not "low".
 */
export function levelOfItem(row: Pick<StockRow, 'items' | 'low_stock_at'>, item: StockItem): Level {
  if (item.has_unlimited_qty) return 'in';
  if (item.qty <= 0) return 'out';
  if (item.qty > row.low_stock_at) return 'in';
  return levelOf(row) === 'low' ? 'low' : 'few';
}

/** What can still be sold: checkouts hold the reserved pieces. */
export const availableOf = (item: Pick<StockItem, 'qty' | 'held'>): number => Math.max(0, item.qty - item.held);

export const reasons: readonly Reason[] = [
  'sale',
  'cancellation',
  'return',
  'received',
  'count',
  'correction',
  'damaged',
  'transfer',
  'import',
  'bulk_edit',
  'product_form',
  'opening',
];

export type Mode = 'set' | 'add' | 'take';

/** Reasons for an adjustment, by its mode. */
export const chosen: Record<Mode, readonly Schema<'ChosenReason'>[]> = {
  set: ['count', 'correction'],
  add: ['received', 'return', 'correction'],
  take: ['damaged', 'correction', 'return'],
};

/** Pieces of a product or variant at a location. */
export const at = (item: StockItem, location: string): number =>
  item.levels.find((level) => level.location_id === location)?.qty ?? 0;

/** The resulting quantity; null when it is impossible. */
export function after(mode: Mode, now: number, qty: number | null): number | null {
  if (qty === null) return null;
  const next = mode === 'set' ? qty : mode === 'add' ? now + qty : now - qty;
  return next < 0 ? null : next;
}

/** The stock level of the whole product, from its counted variants. */
export function levelOf(stock: Pick<ProductStock, 'items' | 'low_stock_at'>): 'out' | 'low' | 'in' | 'unlimited' {
  if (stock.items.some((item) => item.has_unlimited_qty)) return 'unlimited';
  const pieces = stock.items.reduce((sum, item) => sum + item.qty, 0);
  if (pieces <= 0) return 'out';
  return pieces <= stock.low_stock_at ? 'low' : 'in';
}

/** "+3" and "−3", with a true minus sign. */
export const signed = (delta: number, format: (n: number) => string): string =>
  `${delta < 0 ? '−' : '+'}${format(Math.abs(delta))}`;
