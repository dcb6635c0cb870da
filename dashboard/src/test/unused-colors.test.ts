import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unusedColors, withoutUnused } from '../../tools/unused-colors.mjs';

const palettes = readFileSync('node_modules/@mantine/core/esm/core/MantineProvider/default-colors.mjs', 'utf8');

describe("Mantine's palettes in the build", () => {
  it('are those that a part may name', () => {
    const names = [...withoutUnused(palettes).matchAll(/^\t(\w+): \[/gm)].map(([, name]) => name);
    expect(names).toEqual(['dark', 'gray', 'red', 'blue', 'green', 'yellow', 'orange']);
  });

  it('are not missed by any part', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const named = new RegExp(`\\b(?:color|c|bg)=["'{\\s]+(?:${unusedColors.join('|')})\\b`);
    expect(sources.filter((name) => named.test(readFileSync(`src/${name}`, 'utf8')))).toEqual([]);
  });
});
