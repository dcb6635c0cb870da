/** A field with a conflict. */
export interface Difference<Key extends string = string> {
  key: Key;
  mine: unknown;
  theirs: unknown;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Three-way comparison of a conflict: base, mine and theirs. A field that only one side changed is merged; one that
 * both changed differently is asked about. No change is lost.
 */
export function compareStale<Row extends object>(
  base: Row,
  mine: Row,
  theirs: Row,
  keys: readonly (keyof Row & string)[],
): { merged: Row; conflicts: Difference<keyof Row & string>[] } {
  const merged = { ...theirs };
  const conflicts: Difference<keyof Row & string>[] = [];
  for (const key of keys) {
    const isMineChanged = !same(base[key], mine[key]);
    const isTheirsChanged = !same(base[key], theirs[key]);
    if (isMineChanged && isTheirsChanged && !same(mine[key], theirs[key]))
      conflicts.push({ key, mine: mine[key], theirs: theirs[key] });
    if (isMineChanged) merged[key] = mine[key];
  }
  return { merged, conflicts };
}
