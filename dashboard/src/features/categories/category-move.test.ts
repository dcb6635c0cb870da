import { describe, expect, it } from 'vitest';
import { flatten, treeOf, type Category } from '@/modules/category-tree/categories';
import { linesOf, placesOf } from './category-move';

const category = (id: string, parent_id: string | null, display_order: number) =>
  ({ id, parent_id, display_order, name: { ar: id } }) as Category;

//  a (b (c), d)  e
const all = [
  category('a', null, 0),
  category('b', 'a', 0),
  category('c', 'b', 0),
  category('d', 'a', 1),
  category('e', null, 1),
];

describe('PR-07: a category that is moved', () => {
  it('is a row with its depth and the height of its branch', () => {
    expect(linesOf(flatten(treeOf(all)))).toEqual([
      { id: 'a', depth: 0, height: 3 },
      { id: 'b', depth: 1, height: 2 },
      { id: 'c', depth: 2, height: 1 },
      { id: 'd', depth: 1, height: 1 },
      { id: 'e', depth: 0, height: 1 },
    ]);
  });

  it('writes only what changes, and knows the way back', () => {
    const moved = placesOf(all, 'e', { parent: 'a', index: 1 });
    expect(moved?.next).toEqual([
      { id: 'e', parent_id: 'a', display_order: 1 },
      { id: 'd', parent_id: 'a', display_order: 2 },
    ]);
    expect(moved?.back).toEqual([
      { id: 'e', parent_id: null, display_order: 1 },
      { id: 'd', parent_id: 'a', display_order: 1 },
    ]);
    expect(placesOf(all, 'e', { parent: null, index: 1 })).toBeNull();
  });
});
