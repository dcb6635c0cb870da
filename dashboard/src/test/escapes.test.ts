import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');

/**
 * Casts that bypass the type checker: a wrong pair of route and parameter, or of call and answer, compiles behind them.
 */
const escapes = [
  /\bas (?:never|object|any)\b(?=\s*(?:[;,)\]}]|$))/gm,
  /\bas unknown as\b/g,
  /\bas ['"]\//g,
  /\bas (?:LinkProps|NavigateOptions)\b/g,
  /@ts-(?:expect-error|ignore|nocheck)/g,
];
/** Comments and test titles are text; compiler directives in comments are not. */
const codeOf = (text: string) => text.replace(/\/\/(?! @ts-).*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
export const countOf = (text: string) =>
  escapes.reduce((sum, escape) => sum + [...codeOf(text).matchAll(escape)].length, 0);

/** Remaining casts, by file. It may only shrink: a number that is too high fails as well. */
const left: Record<string, number> = {
  // The browser's own listeners, which the test saves and removes.
  'app/boot.dom.test.ts': 2,
  // Tests that a wrong pair does not compile.
  'shared/api/endpoint.test.ts': 12,
  // Pages of the test's own router.
  'shared/forms/form-draft.dom.test.tsx': 1,
  'shared/forms/form.dom.test.tsx': 1,
  'shared/table/list-page.dom.test.tsx': 1,
  'shared/ui/page.dom.test.tsx': 1,
  'shared/ui/routed-drawer.dom.test.tsx': 1,
  // A link as a value, passed to the router.
  'shared/ui/app-link.ts': 1,
  // Tests that an unknown page or parameter does not compile.
  'shared/ui/link-button.dom.test.tsx': 6,
  'test/screens.test.ts': 3,
  // Mantine's tuple of ten shades.
  'shared/ui/theme.ts': 1,
};

it('f13_6: an escape from the types is noticed, and words are none', () => {
  expect(countOf("navigate({ to: '/orders' as never });")).toBe(1);
  expect(countOf('const row = {} as unknown as Row;')).toBe(1);
  expect(countOf("<Link to={path as '/'} {...(link as LinkProps)} />")).toBe(2);
  expect(countOf('// @ts-expect-error the path is wrong')).toBe(1);
  expect(countOf("it('fails as any call does')\n// as never before\nconst code = value as string;")).toBe(0);
});

it('f13_6: there are no more escapes from the types than are listed', () => {
  const files = (readdirSync(src, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && name !== 'shared/api/schema.d.ts' && name !== 'test/escapes.test.ts');
  const found = Object.fromEntries(
    files
      .map((name): [string, number] => [name, countOf(readFileSync(join(src, name), 'utf8'))])
      .filter(([, count]) => count > 0),
  );
  expect(found).toEqual(left);
});
