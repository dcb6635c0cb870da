import { isAddress } from '@/shared/lib/address';
import { readVideo } from '@/shared/lib/video-address';
import { between, decimal, integer, maxLength, required } from '@/shared/forms/rules';
import type { Language } from '@/shared/i18n/language';
import type { Texts } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import type { Setting, Values } from '../theme-editor.api';
import { useSettingsText } from './i18n';
import { linkKind } from './link-value';

/** The settings of one kind: `SettingOf<'range'>`. */
export type SettingOf<Kind extends Setting['type']> = Extract<Setting, { type: Kind }>;

/** A text in each language of the store instead of one text. */
export const isTranslated = (setting: Setting): boolean =>
  'is_translatable' in setting && setting.is_translatable === true;

/** The texts of a translated value; what is no such value counts as none. */
export const textsOf = (value: unknown): Texts => (typeof value === 'object' && value !== null ? value : {});

/** Whether the other settings of the same list let this one's input show. */
export const isShown = ({ shown_if }: Setting, values: Values): boolean =>
  !shown_if || shown_if.values.some((value) => value === values[shown_if.setting]);

const isSameTitle = (one: Texts, other: Texts | null | undefined) => one.ar === other?.ar && one.en === other?.en;

/** Settings below one heading; the first may have none. */
export interface Group {
  /** The id of its first setting, shown or not. */
  id: string;
  title: Texts | null;
  settings: Setting[];
}

/**
 * The shown settings in their groups. A heading goes on until another one, and is left out where nothing below it
 * shows.
 */
export function groupsOf(settings: readonly Setting[], values: Values): Group[] {
  const groups: Group[] = [];
  for (const setting of settings) {
    const isOther = setting.group && !isSameTitle(setting.group, groups.at(-1)?.title);
    if (groups.length === 0 || isOther) groups.push({ id: setting.id, title: setting.group || null, settings: [] });
    if (isShown(setting, values)) groups.at(-1)?.settings.push(setting);
  }
  return groups.filter((group) => group.settings.length > 0);
}

export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

const plainOf = (html: unknown) =>
  String(html ?? '')
    .replace(/<(?!img)[^>]*>|&nbsp;/g, '')
    .trim();

/**
 * What is wrong with a value that was just entered; null when the server would take it. `language` is that of a
 * translated text. A required one must be there in the store's own language: the storefront shows it in place of the
 * others.
 */
export function faultOf(setting: Setting, value: unknown, language: Language | null): string | null {
  const own = storeLanguages(getSession())[0] ?? 'ar';
  const isNeeded = setting.is_required === true && (language === null || language === own);
  const missing = (content: unknown) => (isNeeded ? required()(content) : null);
  switch (setting.type) {
    case 'text':
    case 'textarea':
      return missing(value) ?? maxLength(setting.max_length)(value);
    case 'richtext':
      // Its length counts what the server makes of it: the server judges it.
      return missing(plainOf(value));
    case 'number':
    case 'range':
      return required()(value) ?? integer()(value) ?? between(setting.min, setting.max)(value);
    case 'color':
      return isColor(value) ? null : useSettingsText.now('color.wrong');
    case 'decimal': {
      const { min, max, decimals } = setting;
      return required()(value) ?? decimal({ scale: decimals, negative: true, min, max })(value);
    }
    case 'video': {
      const address = String(value).trim();
      const isKnown = address === '' || readVideo(address) !== null;
      return missing(address) ?? (isKnown ? null : useSettingsText.now('video.wrong'));
    }
    case 'link':
    case 'url': {
      const url = String(value).trim();
      if (setting.type === 'link' && linkKind(url)) return null;
      return missing(url) ?? (url === '' || isAddress(url) ? null : useSettingsText.now('url.wrong'));
    }
    case 'checkbox':
    case 'select':
    case 'font':
      return null;
    default:
      return missing(value);
  }
}

/** The messages below a path of the server's, that path included. */
export const messagesAt = (errors: Readonly<Record<string, readonly string[]>>, path: string): string[] => [
  ...new Set(
    Object.entries(errors).flatMap(([at, messages]) => (at === path || at.startsWith(`${path}.`) ? messages : [])),
  ),
];

/**
 * The messages below a path that no shown input has: they must not be lost. `prefix` is that of the settings'
 * paths.
 */
export function messagesElsewhere(
  errors: Readonly<Record<string, readonly string[]>>,
  within: string,
  prefix: string,
  settings: readonly Setting[],
): string[] {
  const languages = storeLanguages(getSession());
  const isPlaced = (path: string) =>
    settings.some((setting) => {
      const own = `${prefix}${setting.id}`;
      if (path === own) return true;
      if (!path.startsWith(`${own}.`)) return false;
      return !isTranslated(setting) || languages.some((language) => path === `${own}.${language}`);
    });
  const lost = Object.entries(errors).filter(
    ([path]) => (path === within || path.startsWith(`${within}.`)) && !isPlaced(path),
  );
  return [...new Set(lost.flatMap(([, messages]) => messages))];
}
