/** A row of a tree whose rows are listed parents first. */
export interface TreeLine {
  id: string;
  /** 0 is the first level. */
  depth: number;
  /** Levels of its branch, itself included. */
  height: number;
}

/** A drop position between the rows of the tree: after `gap` rows, at a depth. */
export interface DropPosition {
  gap: number;
  depth: number;
}

/** The new parent, null at the first level, and the number of siblings before it. */
export interface Target {
  parent: string | null;
  index: number;
}

/** The rows of the tree without a row's branch: drop positions lie between these, so never inside the branch. */
export function linesWithout<Line extends TreeLine>(
  lines: readonly Line[],
  id: string,
): { rest: Line[]; from: DropPosition } {
  const at = lines.findIndex((line) => line.id === id);
  const own = lines[at];
  let end = at + 1;
  while (end < lines.length && (lines[end]?.depth ?? 0) > (own?.depth ?? 0)) end += 1;
  return { rest: [...lines.slice(0, at), ...lines.slice(end)], from: { gap: at, depth: own?.depth ?? 0 } };
}

/** The depths allowed in a gap: at most one below the row before, at least that of the row after. */
export function depthRange(
  rest: readonly TreeLine[],
  gap: number,
  height: number,
  maxLevels: number,
): [number, number] {
  const before = rest[gap - 1];
  const behind = rest[gap];
  const min = behind?.depth ?? 0;
  const max = Math.min(before ? before.depth + 1 : 0, maxLevels - height);
  return [Math.min(min, Math.max(max, 0)), Math.max(max, 0)];
}

/** Whether a branch of that height fits into a gap at all: a high one may exceed the maximum depth. */
export const fits = (rest: readonly TreeLine[], gap: number, height: number, maxLevels: number): boolean =>
  (rest[gap]?.depth ?? 0) <= maxLevels - height;

/** The nearest allowed position. */
export function clampDropPosition(
  rest: readonly TreeLine[],
  spot: DropPosition,
  height: number,
  maxLevels: number,
): DropPosition {
  const gap = Math.min(Math.max(spot.gap, 0), rest.length);
  const [min, max] = depthRange(rest, gap, height, maxLevels);
  return { gap, depth: Math.min(Math.max(spot.depth, min), max) };
}

/** The parent and index of a drop position. */
export function targetOf(rest: readonly TreeLine[], { gap, depth }: DropPosition): Target {
  let index = 0;
  for (let at = gap - 1; at >= 0; at -= 1) {
    const line = rest[at];
    if (!line) break;
    if (line.depth < depth) return { parent: line.id, index };
    if (line.depth === depth) index += 1;
  }
  return { parent: null, index };
}
