import type { EditorPage } from './theme-editor.search';

/** The pages that can be edited, in the order of the chooser. */
export const editorPages: readonly EditorPage[] = [
  'index',
  'product',
  'collection',
  'cart',
  'search',
  'page',
  'not_found',
];
