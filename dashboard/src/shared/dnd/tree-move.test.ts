import { describe, expect, it } from 'vitest';
import { clampDropPosition, depthRange, fits, linesWithout, targetOf } from './tree-move';

//  a (b (c), d)  e
const lines = [
  { id: 'a', depth: 0, height: 3 },
  { id: 'b', depth: 1, height: 2 },
  { id: 'c', depth: 2, height: 1 },
  { id: 'd', depth: 1, height: 1 },
  { id: 'e', depth: 0, height: 1 },
];
const at = (id: string) => linesWithout(lines, id);

describe('PR-07, ST-07: a row of a tree that is moved', () => {
  it('never goes into itself: its own branch is no place', () => {
    const { rest, from } = at('a');
    expect(rest.map((line) => line.id)).toEqual(['e']);
    expect(from).toEqual({ gap: 0, depth: 0 });
    expect(at('b').rest.map((line) => line.id)).toEqual(['a', 'd', 'e']);
    for (const line of lines) expect(at(line.id).rest.map((other) => other.id)).not.toContain(line.id);
  });

  it('goes as deep as below the line before and as shallow as the line behind', () => {
    const { rest } = at('e');
    expect(depthRange(rest, 0, 1, 5)).toEqual([0, 0]);
    expect(depthRange(rest, 3, 1, 5)).toEqual([1, 3]);
    expect(depthRange(rest, 4, 1, 5)).toEqual([0, 2]);
    expect(clampDropPosition(rest, { gap: 9, depth: 9 }, 1, 5)).toEqual({ gap: 4, depth: 2 });
  });

  it('never makes the tree deeper than its levels', () => {
    const chain = [1, 2, 3, 4].map((n) => ({ id: String(n), depth: n - 1, height: 5 - n }));
    expect(depthRange(chain, 4, 2, 5)).toEqual([0, 3]);
    expect(fits(chain, 3, 3, 5)).toBe(false);
    expect(fits(chain, 2, 3, 5)).toBe(true);
    // Three levels, as in a menu: the third takes nothing below it.
    const { rest } = at('e');
    expect(depthRange(rest, 3, 1, 3)).toEqual([1, 2]);
    expect(depthRange(rest, 4, 3, 3)).toEqual([0, 0]);
    expect(fits(rest, 1, 3, 3)).toBe(false);
  });

  it('arrives under the nearest line above that is shallower', () => {
    const { rest } = at('e');
    expect(targetOf(rest, { gap: 4, depth: 0 })).toEqual({ parent: null, index: 1 });
    expect(targetOf(rest, { gap: 4, depth: 1 })).toEqual({ parent: 'a', index: 2 });
    expect(targetOf(rest, { gap: 2, depth: 2 })).toEqual({ parent: 'b', index: 0 });
  });
});
