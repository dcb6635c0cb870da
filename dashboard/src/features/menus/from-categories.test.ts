import { describe, expect, it } from 'vitest';
import type { Category } from '@/modules/category-tree/categories';
import { withCategories } from './from-categories';
import { countOf, maxLinks, rowsOf, type MenuLink, type Tree } from './menu-tree';

/** A stored link with an address. */
const link = (key: string, links: Tree = [], more: Partial<MenuLink> = {}): MenuLink => ({
  key,
  title: { ar: key, en: key },
  link_type: 'CUSTOM',
  entity_id: null,
  url: `/${key}`,
  target: '_self',
  image: null,
  target_name: null,
  target_state: 'shown',
  links,
  ...more,
});

/** The outline of a tree: `a(b c)`. */
const outline = (links: Tree): string =>
  links.map((each) => each.title.en + (each.links.length > 0 ? `(${outline(each.links)})` : '')).join(' ');

const category = (id: string, parent_id: string | null = null, is_active = true) =>
  ({ id, parent_id, is_active, display_order: 0, name: { ar: id, en: id } }) as Category;
const linkTo = (id: string, links: Tree = []) => link(id, links, { link_type: 'CATEGORY', entity_id: id, url: '' });

describe('ST-07: a menu from the categories', () => {
  it('adds them as a tree to three levels, behind the links that are there', () => {
    const all = [category('a'), category('b', 'a'), category('c', 'b'), category('d', 'c'), category('e')];
    const made = withCategories([link('home')], all);
    expect(outline(made.links)).toBe('home a(b(c)) e');
    expect(made).toMatchObject({ added: 4, left: 0 });
    expect(rowsOf(made.links).find(({ link: each }) => each.entity_id === 'b')?.link).toMatchObject({
      link_type: 'CATEGORY',
      target_state: 'shown',
      title: { ar: 'b', en: 'b' },
    });
  });

  it('skips those that have a link, wherever it is, and adds their subcategories below that link', () => {
    const all = [category('a'), category('b', 'a'), category('c', 'a'), category('e')];
    const made = withCategories([link('shop', [linkTo('a', [linkTo('c')])])], all);
    expect(outline(made.links)).toBe('shop(a(c b)) e');
    expect(made.added).toBe(2);
    const again = withCategories(made.links, all);
    expect(again.added).toBe(0);
    expect(again.links).toBe(made.links);
  });

  it('leaves out what a link on the third level has no room for', () => {
    const made = withCategories([link('x', [link('y', [linkTo('a')])])], [category('a'), category('b', 'a')]);
    expect(made.added).toBe(0);
  });

  it('leaves out inactive categories with what is below them', () => {
    const made = withCategories([], [category('a', null, false), category('b', 'a'), category('c')]);
    expect(outline(made.links)).toBe('c');
  });

  it('stops at the most links of a menu, and says how many are left', () => {
    const all = Array.from({ length: maxLinks + 7 }, (_, at) => category(`c${at}`));
    const made = withCategories([link('home')], all);
    expect(countOf(made.links)).toBe(maxLinks);
    expect(made).toMatchObject({ added: maxLinks - 1, left: 8 });
  });
});
