import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useThemeText } from './i18n';
import type { Theme } from './theme-editor.api';
import type { EditorPage, PlainPage } from './theme-editor.search';

/** The pages that can be edited, in the order of the chooser. */
const plainPages: readonly PlainPage[] = ['index', 'product', 'collection', 'cart', 'search', 'page', 'not_found'];

/** The page that an alternate template is of: `product` of `product.gift`; other pages are their own. */
export const plainPage = (page: string) => (page.split('.', 1)[0] ?? page) as PlainPage;

/** The alternate template that a page is: `gift` of `product.gift`. */
export const templateOf = (page: EditorPage): string | null => page.split('.')[1] ?? null;

/** The pages of a theme that this editor knows: alternate templates behind their page. */
export const pagesOf = ({ pages }: Pick<Theme, 'pages'>): EditorPage[] =>
  plainPages.flatMap((plain) => pages.filter((page): page is EditorPage => plainPage(page) === plain));

/** What a page is called: an alternate template by its page and its own name. */
export function usePageLabel({ templates }: Pick<Theme, 'templates'>): (page: string) => string {
  const t = useThemeText();
  const { language } = useLanguage();
  return (page) => {
    const name = t(`page.${plainPage(page)}`);
    const template = templates.find((each) => each.page === page);
    return template ? `${name}: ${textOf(template.name, language)}` : name;
  };
}
