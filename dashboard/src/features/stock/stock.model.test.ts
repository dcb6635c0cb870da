import { describe, expect, it } from 'vitest';
import type { ProductStock } from './stock.api';
import { after, at, levelOf, signed } from './stock.model';

const item = (qty: number, has_unlimited_qty = false): ProductStock['items'][number] => ({
  variant_id: null,
  option_values: [],
  option_texts: [],
  sku: null,
  is_active: true,
  has_unlimited_qty,
  qty,
  held: 0,
  levels: [{ location_id: 'loc_1', qty }],
});
const stock = (...items: ProductStock['items']): ProductStock =>
  ({ product_id: 'prd_1', name: { ar: 'عطر' }, low_stock_at: 5, locations: [], items }) as ProductStock;

describe('stock', () => {
  it('pr_03_says_what_an_adjustment_makes_and_never_goes_below_zero', () => {
    expect([after('set', 4, 9), after('add', 4, 9), after('take', 4, 4)]).toEqual([9, 13, 0]);
    expect([after('take', 4, 5), after('add', 4, null)]).toEqual([null, null]);
  });
  it('pr_03_calls_a_product_low_by_its_pieces_in_all', () => {
    expect(
      [stock(item(3), item(3)), stock(item(2), item(3)), stock(item(0)), stock(item(0, true), item(1))].map(levelOf),
    ).toEqual(['in', 'low', 'out', 'unlimited']);
  });
  it('finds_what_stands_at_a_place', () => {
    expect([at(item(7), 'loc_1'), at(item(7), 'loc_2')]).toEqual([7, 0]);
  });
  it('writes_a_change_with_its_sign', () => {
    expect([signed(3, String), signed(-12, String)]).toEqual(['+3', '−12']);
  });
});
