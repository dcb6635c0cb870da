import type { Branch, Category } from '@/modules/category-tree/categories';
import type { Target, TreeLine } from '@/shared/dnd/tree-move';
import type { Place } from './categories.api';

/** The height of a branch, itself included. */
const heightOf = (branch: Branch): number => 1 + Math.max(0, ...branch.children.map(heightOf));

/** The rows of the tree, as the drag moves them. */
export const linesOf = (branches: readonly Branch[]): TreeLine[] =>
  branches.map((branch) => ({ id: branch.category.id, depth: branch.depth, height: heightOf(branch) }));

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
