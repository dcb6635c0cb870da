/** Lines of an address in one line of either language: each keeps its own direction. */
export const isolatedLines = (lines: readonly string[]): string =>
  lines.map((line) => `\u2068${line}\u2069`).join(' · ');
