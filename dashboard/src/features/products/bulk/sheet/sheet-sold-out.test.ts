import { expect, it } from 'vitest';
import { allColumns, type Column, type Value } from './columns';
import { soldOutToPublish } from './sheet-sold-out';
import { SheetStore, type Line } from './sheet-store';
import type { SheetProduct } from './sheet.api';

const column = (key: string) => allColumns.find((one) => one.key === key) as Column;
const cells = { is_published: false, is_active: true, has_unlimited_qty: false, qty: 0 };
const sheet = (product: Partial<SheetProduct>) => {
  const store = new SheetStore();
  store.setColumns(allColumns);
  store.add([{ id: 'prd_1', version: 1, product_type: 'basic', cells, variants: [], ...product } as SheetProduct]);
  return store;
};
const write = (store: SheetStore, at: number, key: string, value: Value) =>
  store.write([{ line: store.lines[at] as Line, column: column(key), value }]);

it('f12_5: a row that is published with nothing to sell is counted, until a quantity is written beside it', () => {
  const store = sheet({});
  expect(soldOutToPublish(store)).toBe(0);
  write(store, 0, 'is_published', true);
  expect(soldOutToPublish(store)).toBe(1);
  write(store, 0, 'qty', 3);
  expect(soldOutToPublish(store)).toBe(0);
  write(store, 0, 'qty', 0);
  write(store, 0, 'has_unlimited_qty', true);
  expect(soldOutToPublish(store)).toBe(0);
});

it('f12_5: of a product with variants those that are sold count', () => {
  const variants = [
    { id: 'var_1', option_values: ['S'], cells: { is_active: true, has_unlimited_qty: false, qty: 0 } },
    { id: 'var_2', option_values: ['M'], cells: { is_active: false, has_unlimited_qty: false, qty: 5 } },
  ];
  const store = sheet({ product_type: 'multi', variants });
  write(store, 0, 'is_published', true);
  expect(soldOutToPublish(store)).toBe(1);
  write(store, 2, 'is_active', true);
  expect(soldOutToPublish(store)).toBe(0);
});
