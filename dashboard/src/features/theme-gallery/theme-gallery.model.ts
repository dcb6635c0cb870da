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
