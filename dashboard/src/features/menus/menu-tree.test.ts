import { describe, expect, it } from 'vitest';
import { acted, historyOf, redone, rewritten, undone, type History } from './menu-history';
import {
  bodyOf,
  copyOf,
  countOf,
  findRow,
  inserted,
  isSameTree,
  maxLevels,
  moved,
  neighbourOf,
  placeOf,
  rowsOf,
  treeOf,
  updated,
  without,
  type MenuLink,
  type Tree,
} from './menu-tree';
import type { MenuLinkView } from './menus.api';

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

/** A link as the server writes it. */
const linkView = (id: string, more: Partial<MenuLinkView> = {}): MenuLinkView => ({
  id,
  title: { ar: id, en: id },
  link_type: 'CUSTOM',
  entity_id: null,
  url: `/${id}`,
  target: '_self',
  image: null,
  target_name: null,
  target_state: 'shown',
  links: [],
  ...more,
});

//  a (b (c), d)  e
const tree: Tree = [link('a', [link('b', [link('c')]), link('d')]), link('e')];

describe('ST-07: the tree of a menu', () => {
  it('is listed with the parent, depth and height of each link', () => {
    expect(rowsOf(tree).map(({ id, depth, height, parent }) => [id, depth, height, parent?.key ?? null])).toEqual([
      ['a', 0, 3, null],
      ['b', 1, 2, 'a'],
      ['c', 2, 1, 'b'],
      ['d', 1, 1, 'a'],
      ['e', 0, 1, null],
    ]);
    expect(countOf(tree)).toBe(5);
    expect(placeOf(tree, 'd')).toEqual({ parent: 'a', index: 1 });
    expect(placeOf(tree, 'x')).toBeNull();
  });

  it('moves a link with what is below it, out, in and among its siblings', () => {
    expect(outline(moved(tree, 'e', { parent: 'a', index: 1 }))).toBe('a(b(c) e d)');
    expect(outline(moved(tree, 'b', { parent: null, index: 0 }))).toBe('b(c) a(d) e');
    expect(outline(moved(tree, 'd', { parent: 'a', index: 0 }))).toBe('a(d b(c)) e');
    // Where it already is: the same tree, which is no step.
    expect(moved(tree, 'd', { parent: 'a', index: 1 })).toBe(tree);
  });

  it('never moves a link into itself, and never below the third level', () => {
    expect(moved(tree, 'a', { parent: 'b', index: 0 })).toBe(tree);
    expect(moved(tree, 'a', { parent: 'a', index: 0 })).toBe(tree);
    expect(moved(tree, 'e', { parent: 'c', index: 0 })).toBe(tree);
    expect(moved(tree, 'a', { parent: 'e', index: 0 })).toBe(tree);
    expect(moved(tree, 'x', { parent: null, index: 0 })).toBe(tree);
  });

  it('deletes a link with what is below it, and brings both back where they were', () => {
    const row = findRow(tree, 'b');
    const place = placeOf(tree, 'b');
    const rest = without(tree, 'b');
    expect(outline(rest)).toBe('a(d) e');
    expect(row && place && outline(inserted(rest, row.link, place))).toBe('a(b(c) d) e');
    // The place is gone too: nothing is lost.
    expect(row && outline(inserted(without(tree, 'a'), row.link, { parent: 'a', index: 0 }))).toBe('e b(c)');
    // And so where it would have become too deep.
    expect(row && outline(inserted([link('a', [link('z')])], row.link, { parent: 'z', index: 0 }))).toBe('a(z) b(c)');
  });

  it('duplicates a branch as new links', () => {
    const copy = copyOf(tree[0] as Tree[number]);
    expect(outline([copy])).toBe('a(b(c) d)');
    const keys = rowsOf([copy]).map(({ id }) => id);
    expect(new Set(keys).size).toBe(4);
    expect(keys.some((key) => findRow(tree, key))).toBe(false);
  });

  it('is sent whole: an address or a target, and pictures', () => {
    const own = updated(tree, 'e', (each) => ({
      ...each,
      title: { ar: ' هاء ', en: '' },
      link_type: 'PRODUCT',
      entity_id: 'prd_1',
      url: '',
      target: '_blank',
      image: { id: 'med_1', url: '/x' },
    }));
    expect(bodyOf(own)).toEqual([
      expect.objectContaining({
        url: '/a',
        image_id: null,
        links: [expect.objectContaining({ url: '/b' }), expect.objectContaining({ url: '/d' })],
      }),
      {
        title: { ar: 'هاء', en: '' },
        link_type: 'PRODUCT',
        entity_id: 'prd_1',
        target: '_blank',
        image_id: 'med_1',
      },
    ]);
  });

  it('is the same with other ids, and another with another text, order or level', () => {
    const view = [linkView('a', { links: [linkView('b')] }), linkView('c')];
    const stored = treeOf(view);
    expect(isSameTree(stored, [{ ...copyOf(stored[0] as Tree[number]) }, stored[1] as Tree[number]])).toBe(true);
    expect(isSameTree(stored, stored.toReversed())).toBe(false);
    expect(isSameTree(stored, moved(stored, 'b', { parent: null, index: 1 }))).toBe(false);
    expect(
      isSameTree(
        stored,
        updated(stored, 'b', (each) => ({ ...each, target: '_blank' })),
      ),
    ).toBe(false);
  });
});

/** Random numbers below 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One act that the editor offers, at random; most change the tree, some do not fit. */
function randomAct(links: Tree, random: () => number, n: number): Tree {
  const rows = rowsOf(links);
  const below = (count: number) => Math.floor(random() * count);
  const row = rows[below(rows.length)];
  const parent = random() < 0.3 ? null : (rows[below(rows.length)]?.id ?? null);
  const target = { parent, index: below(4) };
  switch (below(5)) {
    case 0:
      return inserted(links, link(`new${n}`), target);
    case 1:
      return row ? without(links, row.id) : links;
    case 2: {
      const place = row && placeOf(links, row.id);
      return row && place && rows.length < 150 ? inserted(links, copyOf(row.link), place) : links;
    }
    case 3:
      return row ? updated(links, row.id, (each) => ({ ...each, title: { ...each.title, en: `text${n}` } })) : links;
    default:
      return row ? moved(links, row.id, target) : links;
  }
}

describe('ST-07: undo and redo', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'a random series of acts, undone, is the beginning, and redone the end (%i)',
    (seed) => {
      const random = randomFrom(seed);
      const start = JSON.stringify(tree);
      let history: History<Tree> = historyOf(tree);
      for (let n = 0; n < 120; n += 1) {
        const chance = random();
        if (chance < 0.1) history = undone(history);
        else if (chance < 0.15) history = redone(history);
        else history = acted(history, randomAct(history.present, random, n));
        const rows = rowsOf(history.present);
        expect(Math.max(0, ...rows.map(({ depth }) => depth))).toBeLessThan(maxLevels);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      }
      while (history.future.length > 0) history = redone(history);
      const end = JSON.stringify(history.present);
      expect(history.past.length).toBeGreaterThan(20);
      while (history.past.length > 0) history = undone(history);
      expect(JSON.stringify(history.present)).toBe(start);
      while (history.future.length > 0) history = redone(history);
      expect(JSON.stringify(history.present)).toBe(end);
    },
  );

  it('an act after an undo drops what could be redone, and no act is no step', () => {
    let history = acted(acted(historyOf('a'), 'b'), 'c');
    expect(acted(history, 'c')).toBe(history);
    history = acted(undone(history), 'd');
    expect(history).toEqual({ past: ['a', 'b'], present: 'd', future: [] });
    expect(undone(historyOf('a')).present).toBe('a');
    expect(redone(history)).toBe(history);
  });

  it('a save writes the present anew and is no step', () => {
    expect(undone(rewritten(acted(historyOf('a'), 'b'), 'B')).present).toBe('a');
  });

  it('a link changes places with a neighbour of its level, and not beyond the ends', () => {
    const links = [link('a', [link('b'), link('c')]), link('d')];
    const swap = (key: string, step: -1 | 1) => {
      const target = neighbourOf(links, key, step);
      return target && outline(moved(links, key, target));
    };
    expect(swap('c', -1)).toBe('a(c b) d');
    expect(swap('a', 1)).toBe('d a(b c)');
    expect([swap('a', -1), swap('c', 1), swap('d', 1)]).toEqual([null, null, null]);
  });
});
