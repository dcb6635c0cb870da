import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { surfaces } from '../ui/tokens';
import { alignments, maxIndent } from './block-formats';
import { colorNames } from './palette';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, path), 'utf8');
const theme = read('../../../../themes/one/assets/one.css');
const look = JSON.parse(read('../../../../themes/one/sections/look.json')) as {
  settings: { id: string; default?: string }[];
};
const sheets = {
  store: theme.slice(theme.indexOf('.prose{'), theme.indexOf('.rich--center')),
  dashboard: read('editor-text.module.css'),
};

type Rgb = readonly number[];
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mix = (a: Rgb, b: Rgb, share: number): Rgb => a.map((value, at) => value * share + (b[at] ?? 0) * (1 - share));
const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (color: Rgb) => {
  const [r = 0, g = 0, b = 0] = color.map((value) => channel(value / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Rgb, b: Rgb) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

/** Colour and background of a name have the same hue. */
const hueOf = (sheet: string, name: string) => {
  const hues = ['color', 'background'].map(
    (look) => new RegExp(`\\[data-${look}='?${name}'?\\] ?\\{\\s*--[\\w-]+: ?(#[0-9a-f]{6})`).exec(sheet)?.[1],
  );
  expect(hues[0], name).toBe(hues[1]);
  return rgb(hues[0] ?? '');
};
const shareOf = (sheet: string, property: string) =>
  Number(new RegExp(`[{;\\s]${property}:\\s*color-mix\\(in srgb,\\s*var\\(--\\w+\\) (\\d+)%`).exec(sheet)?.[1]) / 100;
const setting = (id: string) => look.settings.find((one) => one.id === id)?.default ?? '';
// The last one is a merchant's dark look.
const papers = [
  ['store', setting('paper'), setting('ink'), 'store'],
  ['tinted section of a store', setting('tint'), setting('ink'), 'store', setting('paper')],
  ['dark store', '#14181f', '#f2f2f2', 'store'],
  ['dashboard, light', surfaces.light.surface, surfaces.light.text, 'dashboard'],
  ['dashboard, light page', surfaces.light.body, surfaces.light.text, 'dashboard', surfaces.light.surface],
  ['dashboard, dark', surfaces.dark.surface, surfaces.dark.text, 'dashboard'],
  ['dashboard, dark page', surfaces.dark.body, surfaces.dark.text, 'dashboard', surfaces.dark.surface],
] as const;

describe('the palette of texts', () => {
  it.each(papers)(
    'ST-08: %s: is readable, on each background as well',
    (_name, paper, ink, sheetName, ground = paper) => {
      const sheet = sheets[sheetName];
      for (const name of colorNames) {
        const text = mix(hueOf(sheet, name), rgb(ink), shareOf(sheet, 'color'));
        expect(contrast(text, rgb(paper)), name).toBeGreaterThanOrEqual(4.5);
        for (const other of colorNames) {
          const background = mix(hueOf(sheet, other), rgb(ground), shareOf(sheet, 'background'));
          expect(contrast(text, background), `${name} on ${other}`).toBeGreaterThanOrEqual(4.5);
          expect(contrast(rgb(ink), background), `text on ${other}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  it.each(['store', 'dashboard'] as const)('ST-08: %s: every look has its rule', (name) => {
    const rules = sheets[name].replaceAll(/["']/g, '');
    for (const color of colorNames) {
      expect(rules).toContain(`[data-color=${color}]`);
      expect(rules).toContain(`[data-background=${color}]`);
    }
    for (const alignment of alignments) expect(rules).toContain(`[data-align=${alignment}]`);
    for (let step = 1; step <= maxIndent; step += 1) expect(rules).toContain(`[data-indent=${step}]`);
  });

  it('ST-08: is the same in the store and in the editor', () => {
    for (const color of colorNames) expect(hueOf(sheets.store, color)).toEqual(hueOf(sheets.dashboard, color));
    for (const property of ['color', 'background'])
      expect(shareOf(sheets.store, property)).toBe(shareOf(sheets.dashboard, property));
  });
});
