import type { Values } from '../theme-editor.api';
import { isColor } from './setting-rules';

/** WCAG 2: the least for text of normal size. */
export const leastContrast = 4.5;

/** Relative luminance of `#rrggbb`, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The WCAG ratio of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Too little contrast between the colour of a setting and the one it is read with; null when there is enough. */
export function weakContrast(setting: string, values: Values): { pair: 'page' | 'white'; ratio: number } | null {
  const pairs = {
    ink: ['page', values.ink, values.paper],
    paper: ['page', values.ink, values.paper],
    primary: ['white', values.primary, '#ffffff'],
  } as const;
  if (!(setting in pairs)) return null;
  const [pair, one, other] = pairs[setting as keyof typeof pairs];
  if (!isColor(one) || !isColor(other)) return null;
  const ratio = contrastOf(one, other);
  return ratio < leastContrast ? { pair, ratio } : null;
}
