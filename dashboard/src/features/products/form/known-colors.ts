import { fold } from '@/shared/lib/fold';

/** Colour codes by name: the storefront's own list (`view::swatch`); a test compares them. */
export const knownColors: Readonly<Record<string, readonly string[]>> = {
  '#1b1b1b': ['اسود', 'black'],
  '#ffffff': ['ابيض', 'white'],
  '#c62f2f': ['احمر', 'red'],
  '#2b5fb3': ['ازرق', 'blue'],
  '#1f2b4d': ['كحلي', 'navy'],
  '#8fc3e8': ['سماوي', 'sky', 'sky blue'],
  '#3d7a4a': ['اخضر', 'green'],
  '#6b6b3a': ['زيتي', 'olive'],
  '#e8c33a': ['اصفر', 'yellow'],
  '#df7a2c': ['برتقالي', 'orange'],
  '#6f4a32': ['بني', 'brown'],
  '#ddceb3': ['بيج', 'beige'],
  '#8c8c8c': ['رمادي', 'gray', 'grey'],
  '#c4c7ca': ['فضي', 'silver'],
  '#c9a24a': ['ذهبي', 'gold'],
  '#e5a0b3': ['وردي', 'زهري', 'pink'],
  '#6d4a92': ['بنفسجي', 'purple'],
  '#6b1f2e': ['عنابي', 'خمري', 'burgundy', 'maroon'],
  '#2f9c95': ['تركواز', 'turquoise', 'teal'],
  '#f3ead7': ['كريمي', 'cream', 'ivory'],
};

/** The colour that the store shows for a value without a chosen one: by its name, or the code that it is. */
export function knownColor(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const name = fold(text);
  return Object.entries(knownColors).find(([, names]) => names.includes(name))?.[0];
}
