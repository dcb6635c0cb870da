/**
 * Names of the colours of text and of its background: the server keeps exactly these (`PALETTE` in
 * `crates/platform/src/html.rs`), and what they look like is the page's choice, so a text is readable in every skin of
 * the dashboard (`editor-text.module.css`) and on every paper of a store (`themes/one/assets/one.css`).
 */
export const colorNames = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type ColorName = (typeof colorNames)[number];
