import type { ThemeOption } from './theme-gallery.api';

/** What the editor's address says of a theme: without one it opens the theme that shoppers see. */
export const editorSearch = ({ theme, is_live: isLive }: Pick<ThemeOption, 'theme' | 'is_live'>) => ({
  theme: isLive ? undefined : theme,
});
