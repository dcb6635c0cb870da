/** The groups without one rule, or without a whole group; the result is never empty: it then holds one of `createRule`. */
export function without<Rule>(
  groups: readonly (readonly Rule[])[],
  createRule: () => Rule,
  group: number,
  rule?: number,
): Rule[][] {
  const remaining = groups
    .map((rules, g) => (g === group ? rules.filter((_, r) => rule !== undefined && r !== rule) : [...rules]))
    .filter((rules) => rules.length > 0);
  return remaining.length > 0 ? remaining : [[createRule()]];
}
