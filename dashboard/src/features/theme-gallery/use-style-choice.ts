import { useState } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useGalleryText } from './i18n';
import { stylesOf, type GalleryTheme, type StyleOption } from './theme-gallery.model';

/** A look that a theme is chosen with. */
export interface ChosenLook {
  id: string;
  name: string;
}

/** The style of a theme that is looked at in its card; the theme as it is until another one is chosen. */
export function useStyleChoice(theme: GalleryTheme) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<{ key: string; draft: number | undefined } | null>(null);
  const draft = theme.own?.draft_version;
  const styles = stylesOf(theme);
  // A look that was taken, and one that was taken back, are what the theme has by then.
  const key = chosen && chosen.draft === draft ? chosen.key : null;
  const style = styles.find((each) => each.key === key) ?? styles.find(({ look }) => look === undefined);
  const nameOf = ({ name, kind }: StyleOption) =>
    kind === 'look' ? textOf(name, language) : t(kind === 'own' ? 'style.own' : 'style.original');
  const look: ChosenLook | undefined = style?.look === undefined ? undefined : { id: style.look, name: nameOf(style) };
  return { styles, style, look, nameOf, choose: (next: StyleOption) => setChosen({ key: next.key, draft }) };
}

export type StyleChoice = ReturnType<typeof useStyleChoice>;
