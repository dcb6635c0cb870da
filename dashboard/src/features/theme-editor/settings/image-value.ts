/** A point of a picture, in percent from its left edge and from its top. */
export interface Focus {
  x: number;
  y: number;
}

/** Pages keep one of five by five points in sight. */
export const focusStep = 25;
const middle: Focus = { x: 50, y: 50 };

/** The nearest point that pages can keep in sight. */
export const atStep = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / focusStep) * focusStep));

/** A picture of a setting: its id alone, or with the point that stays in sight. */
export function imageOf(value: unknown): { id: string; focus: Focus } | null {
  if (typeof value === 'string') return value ? { id: value, focus: middle } : null;
  if (typeof value !== 'object' || value === null) return null;
  const { id, x, y } = value as Record<string, unknown>;
  if (typeof id !== 'string') return null;
  return { id, focus: { x: atStep(Number(x ?? 50)), y: atStep(Number(y ?? 50)) } };
}

/** As the server stores it: the middle goes without saying. */
export const imageValue = (id: string, { x, y }: Focus): unknown =>
  x === middle.x && y === middle.y ? id : { id, x, y };

/** A picture that the theme brings along, and none of the library. */
export const isOfTheme = (id: string) => id.startsWith('theme:');
