// Lazy loading must survive an unreliable connection (docs/decisions/0040): no code loads a chunk in a way that reloads
// the page, or that fails silently.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const code = (readdirSync(src, { recursive: true }) as string[])
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('test/'));

/** The one place that may call React's own `lazy`. */
const lazyHome = 'shared/ui/lazy-part.tsx';

/** The end of the bracket that opens at `start`, and the number of arguments inside. */
function brackets(text: string, start: number): { end: number; count: number } {
  let depth = 0;
  let count = 0;
  let isEmpty = true;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return { end: at + 1, count: count + (isEmpty ? 0 : 1) };
    if (depth === 1 && sign === ',') {
      count += 1;
      isEmpty = true;
    } else if (at > start && /\S/.test(sign)) isEmpty = false;
  }
  return { end: text.length, count };
}

/** Whether the call chain after `at` handles a rejection. */
function isGuarded(text: string, at: number): boolean {
  for (let end = at; ;) {
    const call = /^\s*\.(\w+)\(/.exec(text.slice(end));
    if (!call) return false;
    const closing = brackets(text, end + call[0].length - 1);
    if (call[1] === 'catch' || (call[1] === 'then' && closing.count > 1)) return true;
    end = closing.end;
  }
}

/** Functions that may be passed `() => import(…)`: they retry, and show a failure in its place. */
const lazyCalls = /(?:\b(?:lazyPage|lazyPart|lazyDialog|lazyExtra|fetchPart)\(\s*|\bload=\{)\(\) =>\s*$/;
const named = /\bconst (load\w*) = \(\)[^=\n]*=>\s*$/;

/** Dynamic imports of a file without failure handling. */
export function unguardedLoads(text: string): string[] {
  return [...text.matchAll(/\bimport\(/g)].flatMap((match) => {
    const before = text.slice(0, match.index);
    const end = brackets(text, match.index + 'import('.length - 1).end;
    const part = text.slice(match.index, end);
    if (lazyCalls.test(before) || isGuarded(text, end)) return [];
    const loader = named.exec(before)?.[1];
    if (!loader) return [part];
    const calls = [...text.matchAll(new RegExp(`\\b${loader}\\(\\)`, 'g'))];
    return calls.every((call) => isGuarded(text, call.index + call[0].length)) ? [] : [`${part} by ${loader}()`];
  });
}

describe('parts of the program', () => {
  it('f12_5: an unguarded import is detected', () => {
    for (const text of [
      "run: async (ids) => (await import('./send')).send(ids)",
      "void import('./send').then((module) => setSend(module.send));",
      "const load = () => import('./send');\nvoid load();",
      "const Card = lazy(() => import('./card'));",
    ])
      expect(unguardedLoads(text), text).toHaveLength(1);
    for (const text of [
      "const Card = lazyPart(() =>\n  import('./card').then((module) => ({ default: module.Card })),\n);",
      "component: lazyPage(() => import('@/features/orders/order-page'), 'OrderPage'),",
      "<LazyMenu load={() => import('./items')} />",
      "const load = () => import('./items');\n<LazyMenu load={load} />",
      "const load = () => import('./items');\nload().catch(() => undefined);",
      "void import('./send').then(\n  (module) => setSend(module.send),\n  () => undefined,\n);",
      "const { send } = await fetchPart(() => import('./send'));",
    ])
      expect(unguardedLoads(text), text).toEqual([]);
  });

  it('f12_5: are asked for only by who says that they did not come', () => {
    const found = code.flatMap((name) =>
      unguardedLoads(readFileSync(join(src, name), 'utf8')).map((part) => `${name}: ${part}`),
    );
    expect(found).toEqual([]);
  });

  it("f12_5: are never React's lazy nor the router's, which keep a failure for ever and reload the page", () => {
    const found = code.filter((name) => {
      const text = readFileSync(join(src, name), 'utf8').replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
      return /\blazyRouteComponent\b/.test(text) || (name !== lazyHome && /(?<![\w.])(?:React\.)?lazy\(/.test(text));
    });
    expect(found).toEqual([]);
  });

  it('f12_5: the page is reloaded only where nothing is lost by it', () => {
    const found = code.filter(
      (name) =>
        !['shared/api/build.ts', 'shared/ui/part-failed.tsx'].includes(name) &&
        /(?<!\bmayReload\(\)\) )\blocation\.reload\(/.test(readFileSync(join(src, name), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('f12_5: the recipes of the README say the same', () => {
    expect(readFileSync(resolve(src, '../README.md'), 'utf8')).not.toMatch(/: lazyRouteComponent|= lazy\(/);
  });
});
