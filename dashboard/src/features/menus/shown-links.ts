import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { MenuLink, Tree } from './menu-tree';

/** A link as shoppers see it. */
export interface ShownLink {
  key: string;
  title: string;
  /** False of a heading. */
  isLink: boolean;
  imageUrl: string | null;
  links: readonly ShownLink[];
}

/** Whether a link leads somewhere that shoppers see. */
export const leadsSomewhere = (link: MenuLink): boolean =>
  link.link_type === 'CUSTOM' ? link.url.trim() !== '' : link.target_state === 'shown';

/**
 * The links as the storefront shows them: one whose target is gone or hidden is left out, and stays as a heading where
 * something below it is shown.
 */
export const shownLinks = (links: Tree, language: Language): ShownLink[] =>
  links.flatMap((link) => {
    const title = textOf(link.title, language).trim();
    const below = shownLinks(link.links, language);
    const isLink = leadsSomewhere(link);
    if (!title || (!isLink && below.length === 0)) return [];
    return [{ key: link.key, title, isLink, imageUrl: link.image?.url ?? null, links: below }];
  });
