import type { Section, Values } from './theme-editor.api';

/** Settings of the look that pages have as custom properties of CSS (crates/storefront/src/layout.rs); its others are drawn by the page. */
const tokens: ReadonlySet<string> = new Set([
  'primary',
  'accent',
  'paper',
  'tint',
  'ink',
  'fonts',
  'text_size',
  'radius',
  'density',
  'ratio',
]);

/** What the frame draws again after some settings of a section that draws nothing itself changed. */
export function redrawnBy({ zone }: Pick<Section, 'zone'>, changed: readonly string[]) {
  if (zone !== 'settings') return {};
  return changed.every((key) => tokens.has(key)) ? { tokens: true } : { tokens: true, page: true };
}

/** The settings whose values differ. */
export const changedSettings = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
