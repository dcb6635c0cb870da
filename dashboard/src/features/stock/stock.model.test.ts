import { describe, expect, it } from 'vitest';
import type { ProductStock } from './stock.api';
import { after, at, availableOf, levelOf, levelOfItem, signed } from './stock.model';

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
  it('pr_03_tells_a_variant_with_little_left_from_a_product_that_runs_low', () => {
    const enough = stock(item(40), item(2), item(0));
    const low = stock(item(3), item(0));
    expect(enough.items.map((one) => levelOfItem(enough, one))).toEqual(['in', 'few', 'out']);
    expect(low.items.map((one) => levelOfItem(low, one))).toEqual(['low', 'out']);
    expect(levelOfItem(enough, item(0, true))).toBe('in');
  });
  it('pr_03_leaves_what_checkouts_hold_out_of_what_can_be_sold', () => {
    expect([availableOf({ qty: 9, held: 2 }), availableOf({ qty: 1, held: 2 })]).toEqual([7, 0]);
  });
  it('finds_what_stands_at_a_place', () => {
    expect([at(item(7), 'loc_1'), at(item(7), 'loc_2')]).toEqual([7, 0]);
  });
  it('writes_a_change_with_its_sign', () => {
    expect([signed(3, String), signed(-12, String)]).toEqual(['+3', '−12']);
  });
});
