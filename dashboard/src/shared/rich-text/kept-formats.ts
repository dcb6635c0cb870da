/** Formats of the specification's toolbar that are more than a tag of plain text. */
export type RichFormat = 'alignment' | 'color' | 'script' | 'indent' | 'code' | 'codeBlock' | 'rule' | 'video';

/**
 * Whether the server's allow-list (`crates/platform/src/html.rs`) keeps a format. What it drops would be gone with the
 * save, so the editor neither offers nor accepts it; `kept-formats.test.ts` compares with that list. Headings, bold,
 * italic, underline, strikethrough, lists, quotes, links and the direction of a paragraph are always kept.
 */
export const isKept: Readonly<Record<RichFormat, boolean>> = {
  alignment: true,
  color: true,
  script: true,
  indent: true,
  code: true,
  codeBlock: true,
  rule: true,
  video: true,
};
