import { describe, expect, it } from 'vitest';
import { flatten, treeOf, type Category } from '@/modules/category-tree/categories';
import { clampDropPosition, depthRange, fits, heightOf, linesWithout, placesOf, targetOf } from './category-move';

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
const lines = flatten(treeOf(all));
const at = (id: string) => linesWithout(lines, id);

describe('PR-07: a category that is moved', () => {
  it('never goes into itself: its own branch is no place', () => {
    const { rest, from } = at('a');
    expect(rest.map((line) => line.category.id)).toEqual(['e']);
    expect(from).toEqual({ gap: 0, depth: 0 });
    for (const line of lines) {
      const without = linesWithout(lines, line.category.id).rest.map((other) => other.category.id);
      const below = flatten(line.children).map((other) => other.category.id);
      expect(without).not.toContain(line.category.id);
      expect(below.some((id) => without.includes(id))).toBe(false);
    }
  });

  it('goes as deep as below the line before and as shallow as the line behind', () => {
    const { rest } = at('e');
    expect(depthRange(rest, 0, 1)).toEqual([0, 0]);
    expect(depthRange(rest, 3, 1)).toEqual([1, 3]);
    expect(depthRange(rest, 4, 1)).toEqual([0, 2]);
    expect(clampDropPosition(rest, { gap: 9, depth: 9 }, 1)).toEqual({ gap: 4, depth: 2 });
  });

  it('never makes the tree deeper than five levels', () => {
    const chain = flatten(treeOf([1, 2, 3, 4].map((n) => category(String(n), n > 1 ? String(n - 1) : null, 0))));
    const tall = treeOf([category('x', null, 5), category('y', 'x', 0)])[0];
    expect(tall && heightOf(tall)).toBe(2);
    expect(depthRange(chain, 4, 2)).toEqual([0, 3]);
    expect(fits(chain, 3, 3)).toBe(false);
    expect(fits(chain, 2, 3)).toBe(true);
  });

  it('arrives under the nearest line above that is shallower', () => {
    const { rest } = at('e');
    expect(targetOf(rest, { gap: 4, depth: 0 })).toEqual({ parent: null, index: 1 });
    expect(targetOf(rest, { gap: 4, depth: 1 })).toEqual({ parent: 'a', index: 2 });
    expect(targetOf(rest, { gap: 2, depth: 2 })).toEqual({ parent: 'b', index: 0 });
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
