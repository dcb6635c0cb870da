import type { Branch, Category } from '@/modules/category-tree/categories';
import type { Place } from './categories.api';
import { maxLevels } from './categories.model';

/** A drop position between the rows of the tree: after `gap` rows, at a depth. */
export interface DropPosition {
  gap: number;
  depth: number;
}

/** The new parent, and the number of siblings before it. */
export interface Target {
  parent: string | null;
  index: number;
}

/** The rows of the tree without a category's branch: drop positions lie between these, so never inside the branch. */
export function linesWithout(lines: readonly Branch[], id: string): { rest: Branch[]; from: DropPosition } {
  const at = lines.findIndex((line) => line.category.id === id);
  const own = lines[at];
  let end = at + 1;
  while (end < lines.length && (lines[end]?.depth ?? 0) > (own?.depth ?? 0)) end += 1;
  return { rest: [...lines.slice(0, at), ...lines.slice(end)], from: { gap: at, depth: own?.depth ?? 0 } };
}

/** The height of a branch, itself included. */
export const heightOf = (branch: Branch): number => 1 + Math.max(0, ...branch.children.map(heightOf));

/** The depths allowed in a gap: at most one below the row before, at least that of the row after. */
export function depthRange(rest: readonly Branch[], gap: number, height: number): [number, number] {
  const before = rest[gap - 1];
  const behind = rest[gap];
  const min = behind?.depth ?? 0;
  const max = Math.min(before ? before.depth + 1 : 0, maxLevels - height);
  return [Math.min(min, Math.max(max, 0)), Math.max(max, 0)];
}

/** Whether a branch of that height fits into a gap at all: a high one may exceed the maximum depth. */
export const fits = (rest: readonly Branch[], gap: number, height: number): boolean =>
  (rest[gap]?.depth ?? 0) <= maxLevels - height;

export function clampDropPosition(rest: readonly Branch[], spot: DropPosition, height: number): DropPosition {
  const gap = Math.min(Math.max(spot.gap, 0), rest.length);
  const [min, max] = depthRange(rest, gap, height);
  return { gap, depth: Math.min(Math.max(spot.depth, min), max) };
}

/** The parent and index of a drop position. */
export function targetOf(rest: readonly Branch[], { gap, depth }: DropPosition): Target {
  let index = 0;
  for (let at = gap - 1; at >= 0; at -= 1) {
    const line = rest[at];
    if (!line) break;
    if (line.depth < depth) return { parent: line.category.id, index };
    if (line.depth === depth) index += 1;
  }
  return { parent: null, index };
}

/** The positions that a move writes, and those that undo it: all siblings at the target, renumbered. */
export function placesOf(
  categories: readonly Category[],
  id: string,
  { parent, index }: Target,
): { next: Place[]; back: Place[] } | null {
  const own = categories.find((category) => category.id === id);
  if (!own) return null;
  const siblings = categories
    .filter((category) => category.parent_id === parent && category.id !== id)
    .sort((a, b) => a.display_order - b.display_order);
  siblings.splice(index, 0, own);
  const changed = siblings
    .map((category, display_order) => ({ category, display_order }))
    .filter(({ category, display_order }) => category.display_order !== display_order || category.parent_id !== parent);
  if (changed.length === 0) return null;
  return {
    next: changed.map(({ category, display_order }) => ({ id: category.id, parent_id: parent, display_order })),
    back: changed.map(({ category }) => ({
      id: category.id,
      parent_id: category.parent_id,
      display_order: category.display_order,
    })),
  };
}
