import { apiQuery } from '@/shared/api/query';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { fold, isFound } from '@/shared/lib/fold';
import type { Schema } from '@/shared/api/wire-schema';

/** A category (PR-07); the list is the whole tree, flat, at most a thousand, parents before their children. */
export type Category = Schema<'CategoryView'>;

export const categoriesKey = ['categories'] as const;

export const categoriesQuery = apiQuery('/categories/list');

/** A category with its children; `depth` 0 is a root. */
export interface Branch {
  category: Category;
  depth: number;
  children: Branch[];
}

/** Builds the tree of the flat list, siblings in their order. A missing parent counts as none. */
export function treeOf(categories: readonly Category[]): Branch[] {
  const ids = new Set(categories.map((category) => category.id));
  const below = new Map<string, Category[]>();
  for (const category of categories) {
    const parent = category.parent_id && ids.has(category.parent_id) ? category.parent_id : '';
    below.set(parent, [...(below.get(parent) ?? []), category]);
  }
  const grow = (parent: string, depth: number): Branch[] =>
    (below.get(parent) ?? [])
      .slice()
      .sort((a, b) => a.display_order - b.display_order)
      .map((category) => ({ category, depth, children: grow(category.id, depth + 1) }));
  return grow('', 0);
}

/** The tree in pre-order. */
export const flatten = (branches: readonly Branch[]): Branch[] =>
  branches.flatMap((branch) => [branch, ...flatten(branch.children)]);

/** A category and its descendants: the places it cannot be moved to. */
export function withDescendants(categories: readonly Category[], id: string): Set<string> {
  const found = flatten(treeOf(categories)).find((branch) => branch.category.id === id);
  return new Set([id, ...flatten(found?.children ?? []).map((branch) => branch.category.id)]);
}

/** Names from the top down to the category: "Fashion › Men". */
export function pathOf(categories: readonly Category[], id: string, language: Language): string[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const names: string[] = [];
  let at = byId.get(id);
  while (at && names.length < 10) {
    names.unshift(textOf(at.name, language));
    at = at.parent_id ? byId.get(at.parent_id) : undefined;
  }
  return names;
}

/** Folds a text for comparison: hamza forms, taa marbuta, tashkeel and digits. */
export const foldText = fold;

/** Whether a category has this name, in either language. */
export const isCalled = (category: Category, input: string): boolean =>
  [category.name.ar, category.name.en].some((name) => name && isFound(name, input));
