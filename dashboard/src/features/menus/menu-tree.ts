import type { Target, TreeLine } from '@/shared/dnd/tree-move';
import type { Language } from '@/shared/i18n/language';
import type { MediaItem } from '@/shared/upload/media';
import type { LinkType, MenuLinkIn, MenuLinkView } from './menus.api';

/** The server's limits of a menu. */
export const maxLevels = 3;
export const maxLinks = 200;
/** Characters of a link's text, in each language. */
export const maxTitle = 80;

/** A link in the editor, with those below it. */
export interface MenuLink {
  /** Its identity in the editor: the id of a stored link, or one of its own. */
  key: string;
  title: Record<Language, string>;
  link_type: LinkType;
  /** The product, category or page. */
  entity_id: string | null;
  /** Of a custom link; a heading without a link where it is empty. */
  url: string;
  target: MenuLinkView['target'];
  image: MediaItem | null;
  /** The name of what it leads to; null where it is deleted, or the user may not read it. */
  target_name: MenuLinkView['target_name'];
  target_state: MenuLinkView['target_state'];
  links: Tree;
}

/** The links of a level, in their order. */
export type Tree = readonly MenuLink[];

/** A row of the editor. */
export interface LinkRow extends TreeLine {
  link: MenuLink;
  /** The link that it is below. */
  parent: MenuLink | null;
}

/** A key for a link that is not stored; not a counter, since drafts bring keys of an earlier visit. */
export const newKey = (): string => `new-${Math.random().toString(36).slice(2, 12)}`;

export const treeOf = (links: readonly MenuLinkView[]): Tree =>
  links.map((link) => ({
    key: link.id,
    title: { ar: link.title.ar ?? '', en: link.title.en ?? '' },
    link_type: link.link_type,
    entity_id: link.entity_id,
    url: link.url,
    target: link.target,
    image: link.image && { id: link.image.id, url: link.image.urls['320'] ?? link.image.url },
    target_name: link.target_name,
    target_state: link.target_state,
    links: treeOf(link.links),
  }));

/** The whole tree as it is sent. */
export const bodyOf = (links: Tree): MenuLinkIn[] =>
  links.map((link) => ({
    title: { ar: link.title.ar.trim(), en: link.title.en.trim() },
    link_type: link.link_type,
    ...(link.link_type === 'CUSTOM' ? { url: link.url.trim() } : { entity_id: link.entity_id }),
    target: link.target,
    image_id: link.image?.id ?? null,
    ...(link.links.length > 0 ? { links: bodyOf(link.links) } : {}),
  }));

/** Whether two trees show the same menu, whatever their keys are. */
export const isSameTree = (a: Tree, b: Tree): boolean =>
  a === b || JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** Levels of a link's branch, itself included. */
export const heightOf = (link: MenuLink): number => 1 + Math.max(0, ...link.links.map(heightOf));

/** Every link, parents before those below them. */
export const rowsOf = (links: Tree, depth = 0, parent: MenuLink | null = null): LinkRow[] =>
  links.flatMap((link) => [
    { id: link.key, depth, height: heightOf(link), link, parent },
    ...rowsOf(link.links, depth + 1, link),
  ]);

export const countOf = (links: Tree): number => links.reduce((sum, link) => sum + 1 + countOf(link.links), 0);

export const findRow = (links: Tree, key: string): LinkRow | undefined => rowsOf(links).find((row) => row.id === key);

/** The parent and index of a link. */
export function placeOf(links: Tree, key: string): Target | null {
  const row = findRow(links, key);
  if (!row) return null;
  const siblings = row.parent?.links ?? links;
  return { parent: row.parent?.key ?? null, index: siblings.findIndex((link) => link.key === key) };
}

/** Replaces one link. */
export function updated(links: Tree, key: string, change: (link: MenuLink) => MenuLink): Tree {
  return links.map((link) => {
    if (link.key === key) return change(link);
    return link.links.length > 0 ? { ...link, links: updated(link.links, key, change) } : link;
  });
}

/** Without a link and those below it. */
export const without = (links: Tree, key: string): Tree =>
  links
    .filter((link) => link.key !== key)
    .map((link) => (link.links.length > 0 ? { ...link, links: without(link.links, key) } : link));

/** With a link at a place; at the end of the first level where that place is gone, or the branch would be too deep there. */
export function inserted(links: Tree, link: MenuLink, { parent, index }: Target): Tree {
  const above = parent === null ? undefined : findRow(links, parent);
  if (parent === null) return links.toSpliced(index, 0, link);
  if (!above || above.depth + 1 + heightOf(link) > maxLevels) return [...links, link];
  return updated(links, parent, (each) => ({ ...each, links: each.links.toSpliced(index, 0, link) }));
}

/** Moved to another place; unchanged where it is that place already, or it would be inside itself or too deep. */
export function moved(links: Tree, key: string, target: Target): Tree {
  const row = findRow(links, key);
  const place = placeOf(links, key);
  if (!row || !place || (place.parent === target.parent && place.index === target.index)) return links;
  const rest = without(links, key);
  const above = target.parent === null ? undefined : findRow(rest, target.parent);
  if (target.parent !== null && (!above || above.depth + 1 + row.height > maxLevels)) return links;
  return inserted(rest, row.link, target);
}

/** The place of the neighbour of the same level before (-1) or after (1) a link; null where there is none. */
export function neighbourOf(links: Tree, key: string, step: -1 | 1): Target | null {
  const place = placeOf(links, key);
  if (!place) return null;
  const siblings = place.parent === null ? links : (findRow(links, place.parent)?.link.links ?? []);
  const index = place.index + step;
  return index in siblings ? { parent: place.parent, index } : null;
}

/** The same branch as new links. */
export const copyOf = (link: MenuLink): MenuLink => ({
  ...link,
  key: newKey(),
  links: link.links.map(copyOf),
});
