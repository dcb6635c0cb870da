import { describe, expect, it } from 'vitest';
import { coral, lapis, statusTones, surfaces } from './tokens';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

// Accessibility checkers skip Arabic text (they take joined letters for icon fonts), so the contrast is tested here.
const pairs = (['light', 'dark'] as const).flatMap((skin) => {
  const s = surfaces[skin];
  const texts = Object.entries({
    text: s.text,
    dimmed: s.dimmed,
    placeholder: s.placeholder,
    good: s.good,
    bad: s.bad,
    link: s.link,
  });
  const grounds = Object.entries({ body: s.body, surface: s.surface });
  return [
    ...texts.flatMap(([name, fg]) => grounds.map(([ground, bg]) => [`${skin} ${name} on ${ground}`, fg, bg])),
    [`${skin} dimmed on raised`, s.dimmed, s.raised],
    [`${skin} text on a selected row`, s.text, s.rowSelected],
    [`${skin} dimmed on a selected row`, s.dimmed, s.rowSelected],
    [`${skin} current menu item`, s.navActiveText, s.navActive],
    ...Object.entries(statusTones[skin]).map(([tone, pair]) => [`${skin} status ${tone}`, pair.fg, pair.bg]),
  ];
});

describe('contrast', () => {
  it('is measured right', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
  it.each(pairs)('%s is at least 4.5:1', (_name, fg, bg) => expect(contrast(fg, bg)).toBeGreaterThanOrEqual(4.5));
  it.each([
    ['primary button, light', lapis[6]],
    ['primary button, dark', lapis[5]],
    ['danger button', coral[6]],
  ])('white on %s is at least 4.5:1', (_name, bg) => expect(contrast('#ffffff', bg)).toBeGreaterThanOrEqual(4.5));
});
