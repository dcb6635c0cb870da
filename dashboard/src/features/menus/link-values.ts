import { asAddress, isAddress } from '@/shared/lib/address';
import { getSession, storeLanguages } from '@/shared/session/session';
import { useShared } from '@/shared/i18n/use-shared';
import { textOf, type Texts } from '@/shared/i18n/texts';
import type { MediaItem } from '@/shared/upload/media';
import { useMenuText } from './i18n';
import { maxTitle, newKey, type MenuLink } from './menu-tree';

/** What the form of a link holds. */
export interface LinkValues extends Record<string, unknown> {
  title: MenuLink['title'];
  link_type: MenuLink['link_type'];
  entity_id: string | null;
  target_name: MenuLink['target_name'];
  target_state: MenuLink['target_state'];
  url: string;
  is_new_tab: boolean;
  images: MediaItem[];
}

/** The values of a link, or of a new one. */
export const valuesOf = (link: MenuLink | null, kind: MenuLink['link_type']): LinkValues => ({
  title: link?.title ?? { ar: '', en: '' },
  link_type: link?.link_type ?? kind,
  entity_id: link?.entity_id ?? null,
  target_name: link?.target_name ?? null,
  target_state: link?.target_state ?? 'shown',
  url: link?.url ?? '',
  is_new_tab: link?.target === '_blank',
  images: link?.image ? [link.image] : [],
});

/** The link with the values; its place and what is below it stay. */
export function linkOf(values: LinkValues, link: MenuLink | null): MenuLink {
  const isCustom = values.link_type === 'CUSTOM';
  return {
    key: link?.key ?? newKey(),
    title: { ar: values.title.ar.trim(), en: values.title.en.trim() },
    link_type: values.link_type,
    entity_id: isCustom ? null : values.entity_id,
    url: isCustom ? asAddress(values.url) : '',
    target: values.is_new_tab ? '_blank' : '_self',
    image: values.images[0] ?? null,
    target_name: isCustom ? null : values.target_name,
    target_state: isCustom ? 'shown' : values.target_state,
    links: link?.links ?? [],
  };
}

const cut = (text: string | null | undefined) => [...(text ?? '')].slice(0, maxTitle).join('').trim();

/** The text of a link from the name of its target, with something in the store's own language. */
export function titleFrom(name: Texts | null): MenuLink['title'] {
  const title = { ar: cut(name?.ar), en: cut(name?.en) };
  const own = storeLanguages(getSession())[0] ?? 'ar';
  return { ...title, [own]: title[own] || cut(textOf(name, own)) };
}

/** The text after another target was chosen: it follows the target's name, in each language until it is typed over. */
export function titleAfterPick(title: MenuLink['title'], before: Texts | null, now: Texts | null): MenuLink['title'] {
  const [old, next] = [titleFrom(before), titleFrom(now)];
  const follow = (language: 'ar' | 'en') => {
    const isUntouched = title[language].trim() === '' || title[language].trim() === old[language];
    return isUntouched ? next[language] : title[language];
  };
  return { ar: follow('ar'), en: follow('en') };
}

/** The form's own messages by path; a link without an address is a heading, which needs links below it. */
export function checkLink(values: LinkValues, hasLinksBelow: boolean): Record<string, string> {
  const errors: Record<string, string> = {};
  const own = storeLanguages(getSession())[0] ?? 'ar';
  if (!values.title[own].trim()) errors[`title.${own}`] = useShared.now('rule.required');
  if (values.link_type !== 'CUSTOM') {
    if (!values.entity_id) errors.entity_id = useShared.now('rule.required');
    return errors;
  }
  const url = asAddress(values.url);
  if (!url && !hasLinksBelow) errors.url = useMenuText.now('urlRequired');
  else if (url && !isAddress(url)) errors.url = useMenuText.now('urlWrong');
  return errors;
}
