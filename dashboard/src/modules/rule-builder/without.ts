/** The groups without one rule of theirs, or without a whole group; what is left over is never empty: it is `fresh` then. */
export function without<Rule>(
  groups: readonly (readonly Rule[])[],
  fresh: () => Rule,
  group: number,
  rule?: number,
): Rule[][] {
  const remaining = groups
    .map((rules, g) => (g === group ? rules.filter((_, r) => rule !== undefined && r !== rule) : [...rules]))
    .filter((rules) => rules.length > 0);
  return remaining.length > 0 ? remaining : [[fresh()]];
}
