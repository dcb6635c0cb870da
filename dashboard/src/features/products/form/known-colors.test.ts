import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownColor, knownColors } from './known-colors';

describe('PR-02: colours known by their names', () => {
  it('are those of the storefront', () => {
    const source = readFileSync(new URL('../../../../../crates/storefront/src/view.rs', import.meta.url), 'utf8');
    const arms = [...source.matchAll(/^ +((?:"[^"]+" ?\|? ?)+)=> "(#[0-9a-f]{6})",$/gm)];
    expect(arms.length).toBeGreaterThan(10);
    const theirs = Object.fromEntries(
      arms.map(([, names = '', code = '']) => [code, [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name)]),
    );
    expect(knownColors).toEqual(theirs);
  });
  it('are found however they are written', () => {
    expect(knownColor(' أحمر ')).toBe('#c62f2f');
    expect(knownColor('كُحلي')).toBe('#1f2b4d');
    expect(knownColor('NAVY')).toBe('#1f2b4d');
    expect(knownColor('#A1B2C3')).toBe('#a1b2c3');
    expect(knownColor('لون البحر')).toBeUndefined();
  });
});
