import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunkGroups, chunks, faultsOf, nameOf, type BuiltChunk } from '../../tools/chunks.mjs';

const root = resolve(import.meta.dirname, '../..');
const built = (...parts: [name: string, imports: string[], modules: string[]][]): BuiltChunk[] =>
  parts.map(([name, imports, modules]) => ({
    name,
    file: `${name}.js`,
    imports: imports.map((i) => `${i}.js`),
    modules,
  }));

describe('the fixed lists of what every start loads (the build checks them against itself)', () => {
  it('name files that there are, each once and in order', () => {
    const all = Object.values(chunks).flatMap(({ modules }) => modules);
    const missing = all.filter((name) => {
      const place = name.startsWith('src/') ? name : `node_modules/${name}`;
      return !name.startsWith('vite/') && !existsSync(resolve(root, place));
    });
    expect(missing).toEqual([]);
    expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([]);
    for (const { modules } of Object.values(chunks)) expect(modules).toEqual([...modules].sort());
  });

  it('take what they name and nothing else', () => {
    const kit = chunkGroups.find(({ name }) => name === 'kit');
    expect(kit?.test(`${root}/src/shared/table/data-table.tsx`)).toBe(true);
    expect(kit?.test(`${root}/node_modules/@tanstack/react-query/build/modern/useQuery.js`)).toBe(true);
    expect(kit?.test(`${root}/src/features/orders/orders-list-page.tsx`)).toBe(false);
    expect(nameOf('\0vite/preload-helper.js')).toBe('vite/preload-helper.js');
  });

  it('a build is refused that differs from them', () => {
    const lists = {
      base: { needs: [], modules: ['react'] },
      kit: { needs: ['base'], modules: ['src/a.ts', 'src/b.ts'] },
    };
    const right = built(
      ['base', [], ['react']],
      ['kit', ['base'], ['src/a.ts', 'src/b.ts']],
      ['page', ['kit'], ['src/p']],
    );
    expect(faultsOf(right, lists)).toEqual([]);
    const fault = (...parts: Parameters<typeof built>) => faultsOf(built(...parts), lists).join('\n');
    expect(fault(['base', [], ['react']], ['kit', [], ['src/a.ts']])).toContain('src/b.ts is on the list');
    expect(fault(['base', [], ['react', 'src/new.ts']], ['kit', [], ['src/a.ts', 'src/b.ts']])).toContain(
      'src/new.ts is in the file',
    );
    expect(
      fault(['base', [], ['react']], ['kit', ['base', 'page'], ['src/a.ts', 'src/b.ts']], ['page', [], ['src/p.ts']]),
    ).toContain('kit: needs page (src/p.ts)');
    expect(fault(['base', [], ['react']])).toContain('kit: there is no such file');
  });
});
