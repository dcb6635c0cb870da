import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const files = (readdirSync(src, { recursive: true }) as string[]).map((name) => name.replaceAll('\\', '/'));
const code = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('test/'));
const layers = ['shared', 'modules', 'features', 'routes', 'app'];

/** Every import of a file, as a path below src; packages are left out. */
function importsOf(name: string): string[] {
  const text = readFileSync(join(src, name), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '');
  return found
    .filter((path) => path.startsWith('.') || path.startsWith('@/'))
    .map((path) => (path.startsWith('@/') ? path.slice(2) : relative(src, resolve(src, dirname(name), path))));
}

/** Layer violations of a file: `app -> routes -> features -> modules -> shared`, and no feature may import another. */
export function layerViolations(name: string, imports: readonly string[]): string[] {
  const [layer = '', area = ''] = name.split('/');
  if (!layers.includes(layer)) return [];
  return imports.filter((path) => {
    const [other = '', otherArea = ''] = path.split('/');
    if (!layers.includes(other)) return false;
    if (layers.indexOf(other) > layers.indexOf(layer)) return true;
    return layer === 'features' && other === 'features' && otherArea !== area;
  });
}

describe('layers', () => {
  it('notices a breach', () => {
    expect(layerViolations('shared/ui/page.tsx', ['features/orders/orders.api'])).toHaveLength(1);
    expect(layerViolations('features/orders/order-page.tsx', ['features/products/products.api'])).toHaveLength(1);
    expect(layerViolations('features/orders/order-page.tsx', ['app/sync'])).toHaveLength(1);
    expect(
      layerViolations('features/orders/order-page.tsx', ['features/orders/orders.api', 'shared/ui/page', 'modules/x']),
    ).toEqual([]);
  });

  it('imports point downward only', () => {
    const found = code.flatMap((name) =>
      layerViolations(name, importsOf(name)).map((path) => `${name} imports ${path}`),
    );
    expect(found).toEqual([]);
  });

  it('only shared/api calls the server', () => {
    const found = code.filter(
      (name) =>
        !name.startsWith('shared/api/') &&
        /\bfetch\(|new XMLHttpRequest|new EventSource/.test(readFileSync(join(src, name), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('f13_6: outside shared/api a call has the types of the API document', () => {
    const untyped = /import \{[^}]*\b(?:request|requestFile|readQuery)\b[^}]*\} from '[^']*api\/(?:transport|query)'/;
    const found = code.filter(
      (name) => !name.startsWith('shared/api/') && untyped.test(readFileSync(join(src, name), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('f12: a clock is written by shared/i18n/format.ts alone', () => {
    const found = code.filter((name) => /padStart\(2, '0'\)\}:/.test(readFileSync(join(src, name), 'utf8')));
    expect(found).toEqual([]);
  });

  it('f12: every file is imported by another one', () => {
    const imported = new Set(code.flatMap(importsOf));
    const entries = ['main.tsx', 'login.tsx'];
    const isUsed = (name: string) =>
      entries.includes(name) ||
      name.endsWith('.d.ts') ||
      imported.has(name.replace(/\.tsx?$/, '').replace(/\/index$/, ''));
    expect(code.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('f12: what the README says there is, there is', () => {
    const readme = readFileSync(resolve(src, '../README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('## What there is'), readme.indexOf('## To add a screen'));
    const namedInReadme = [...table.matchAll(/`([A-Z][A-Za-z]+|use[A-Z][A-Za-z]+)`/g)].map((match) => match[1] ?? '');
    const exported = new Set(
      code.flatMap((name) =>
        [
          ...readFileSync(join(src, name), 'utf8').matchAll(
            /export (?:async )?(?:function|const|class|interface) (\w+)/g,
          ),
        ].map((match) => match[1]),
      ),
    );
    expect(namedInReadme.length).toBeGreaterThan(30);
    expect([...new Set(namedInReadme)].filter((name) => name !== 'Number' && !exported.has(name))).toEqual([]);
  });

  it('no barrels: an index file only gathers the two catalogues of an area', () => {
    expect(code.filter((name) => /\/index\.tsx?$/.test(name) && !name.endsWith('/i18n/index.ts'))).toEqual([]);
  });
});

const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[^:]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;

describe('direction', () => {
  it('notices a physical rule', () => {
    expect(physical.test('a { margin-left: 4px; }')).toBe(true);
    expect(physical.test('a { left: 0; }')).toBe(true);
    expect(physical.test('a { text-align: right; }')).toBe(true);
    expect(physical.test('a { border-left-color: red; }')).toBe(true);
    expect(physical.test('a { margin-inline-start: 4px; text-align: start; }')).toBe(false);
  });

  it('stylesheets are logical', () => {
    const found = files.filter((name) => name.endsWith('.css') && physical.test(readFileSync(join(src, name), 'utf8')));
    expect(found).toEqual([]);
  });

  it('styles inside components are logical', () => {
    const inline =
      /\b(?:marginLeft|marginRight|paddingLeft|paddingRight|borderLeft|borderRight)\b|textAlign:\s*'(?:left|right)'/;
    expect(code.filter((name) => inline.test(readFileSync(join(src, name), 'utf8')))).toEqual([]);
  });
});
