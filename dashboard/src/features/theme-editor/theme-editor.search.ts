export type PlainPage = 'index' | 'product' | 'collection' | 'cart' | 'search' | 'page' | 'not_found';
/** A page that can be edited (TH-01): a plain one, or an alternate template of the theme (`product.gift`). */
export type EditorPage = PlainPage | `${'product' | 'collection' | 'page'}.${string}`;

/** What the address of the editor says: without a page it is the front page. */
export interface ThemeEditorSearch {
  /** The theme that is edited; the one that shoppers see when absent. */
  theme?: string;
  page?: Exclude<EditorPage, 'index'>;
  /** The id of the section whose settings are open. */
  section?: string;
}

/**
 * Search params of the editor; those of an address are texts. A part of the first download: as short as can be, so the editor itself
 * passes over what it does not know.
 */
export const themeEditorSearch = (search: Record<string, unknown>) => search as ThemeEditorSearch;
