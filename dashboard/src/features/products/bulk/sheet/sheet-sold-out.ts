import { allColumns, type Column } from './columns';
import type { Line, SheetStore } from './sheet-store';

const columnOf = (key: string) => allColumns.find((column) => column.key === key) as Column;
const published = columnOf('is_published');
const active = columnOf('is_active');
const unlimited = columnOf('has_unlimited_qty');
const quantity = columnOf('qty');

/** Number of products that the edits publish without stock; edited quantities are included. */
export function soldOutToPublish(store: SheetStore): number {
  const has = (line: Line) => store.value(line, unlimited) === true || Number(store.value(line, quantity) ?? 0) > 0;
  return store.lines.filter((line) => {
    if (line.variant || !store.isEdited(line, published.key) || store.value(line, published) !== true) return false;
    if (line.product.product_type !== 'multi') return !has(line);
    const variants = store.lines.filter(({ variant, product }) => variant && product.id === line.product.id);
    const sold = variants.filter((variant) => store.value(variant, active) === true);
    return sold.length > 0 && !sold.some(has);
  }).length;
}
