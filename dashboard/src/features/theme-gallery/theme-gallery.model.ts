import { hasLook, type LookValues } from '@/modules/theme-looks/look';
import type { Texts } from '@/shared/i18n/texts';
import type { Theme, ThemeOption } from './theme-gallery.api';

/** A theme of the program with what the store has made of it. */
export interface GalleryTheme extends ThemeOption {
  /** Undefined before it was added to the store. */
  own: Theme | undefined;
}

/** The themes of the program: the one that shoppers see, and the others in the server's order. */
export function galleryOf(
  options: readonly ThemeOption[],
  themes: readonly Theme[],
): { live: GalleryTheme | undefined; others: readonly GalleryTheme[] } {
  const all = options.map((option) => ({ ...option, own: themes.find(({ theme }) => theme === option.theme) }));
  return { live: all.find((each) => each.is_live), others: all.filter((each) => !each.is_live) };
}

/** What a theme can be chosen with. */
export interface StyleOption {
  key: string;
  /** The id of one of its looks; undefined for the theme as it is, or as it begins. */
  look: string | undefined;
  /** Null for the style that the merchant made, and for the one that the theme begins with. */
  name: Texts | null;
  kind: 'own' | 'original' | 'look';
  settings: LookValues;
  /** The theme has it. */
  isCurrent: boolean;
}

/** The styles of a theme: its looks, and before them what the store has made of it where that is none of them. */
export function stylesOf({ looks, own }: GalleryTheme): readonly StyleOption[] {
  // What is published may have another than the draft: choosing the look is a change then.
  const current =
    own?.look && !own.has_changes ? looks.find((look) => hasLook(own.look ?? {}, look.settings)) : undefined;
  const begins = own ? current : looks[0];
  const styles = looks.map((look, place): StyleOption => {
    const isOriginal = place === 0;
    return {
      key: look.id,
      look: look === begins ? undefined : look.id,
      name: isOriginal ? null : look.name,
      kind: isOriginal ? 'original' : 'look',
      settings: look.settings,
      isCurrent: own !== undefined && look === current,
    };
  });
  if (!own?.look || current) return styles;
  return [{ key: '', look: undefined, name: null, kind: 'own', settings: own.look, isCurrent: true }, ...styles];
}
