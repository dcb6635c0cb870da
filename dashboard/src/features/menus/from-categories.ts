import { treeOf, type Branch, type Category } from '@/modules/category-tree/categories';
import { countOf, inserted, maxLevels, maxLinks, newKey, rowsOf, type MenuLink, type Tree } from './menu-tree';
import { titleFrom } from './link-values';

/** The menu with the categories, how many were added, and how many found no room. */
export interface WithCategories {
  links: Tree;
  added: number;
  left: number;
}

const linkTo = (category: Category): MenuLink => ({
  key: newKey(),
  title: titleFrom(category.name),
  link_type: 'CATEGORY',
  entity_id: category.id,
  url: '',
  target: '_self',
  image: null,
  target_name: category.name,
  target_state: 'shown',
  links: [],
});

/**
 * Adds the active categories behind the links of the menu, as a tree to its three levels. Those that have a link already
 * are skipped, and their subcategories go below that link where it has room; what is below an inactive category stays
 * out with it.
 */
export function withCategories(links: Tree, categories: readonly Category[]): WithCategories {
  const result: WithCategories = { links, added: 0, left: 0 };
  const add = (branches: readonly Branch[], parent: string | null, depth: number) => {
    if (depth >= maxLevels) return;
    for (const { category, children } of branches) {
      if (!category.is_active) continue;
      const rows = rowsOf(result.links);
      const present = rows.find(({ link }) => link.link_type === 'CATEGORY' && link.entity_id === category.id);
      if (present) add(children, present.id, present.depth + 1);
      else if (countOf(result.links) >= maxLinks) {
        result.left += 1;
        add(children, parent, depth + 1);
      } else {
        const link = linkTo(category);
        const index =
          parent === null ? result.links.length : (rows.find(({ id }) => id === parent)?.link.links.length ?? 0);
        result.links = inserted(result.links, link, { parent, index });
        result.added += 1;
        add(children, link.key, depth + 1);
      }
    }
  };
  add(treeOf(categories), null, 0);
  return result;
}
