import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');

/**
 * Maximum lines of a component, its signature included. A longer one has several responsibilities: each gets a name and
 * a file of its own.
 */
const maxLines = 150;

/** Longer ones with the reason for not splitting them; the list may only get shorter. */
const longer: Record<string, string> = {
  'features/orders/draft/draft-page.tsx: Draft': 'one form whose lines, money and delivery judge each other',
};

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isComponent = (name: string) => /^[A-Z]/.test(name);

/**
 * The top-level functions of a file that are components, with their lines; a memo's or lazy's function counts as its
 * own.
 */
function componentsOf(file: string, code: string): { name: string; lines: number }[] {
  const { program }: { program: object } = parseSync(file, code);
  const { body } = program as { body: Node[] };
  const linesOf = ({ start, end }: Node) => code.slice(start, end).split('\n').length;
  return body.flatMap((statement) => {
    const node = (statement.declaration as Node | null | undefined) ?? statement;
    if (node.type === 'FunctionDeclaration') {
      const name = (node.id as { name: string } | null)?.name ?? '';
      return isComponent(name) ? [{ name, lines: linesOf(node) }] : [];
    }
    if (node.type !== 'VariableDeclaration') return [];
    return (node.declarations as Node[]).flatMap((declarator) => {
      const { name } = declarator.id as { name?: string };
      const init = declarator.init as Node | null;
      const inner = init?.type === 'CallExpression' ? (init.arguments as Node[]).find(isFunction) : init;
      return name && isComponent(name) && inner && isFunction(inner) ? [{ name, lines: linesOf(inner) }] : [];
    });
  });
}

const isFunction = ({ type }: Node) => type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

const components = (readdirSync(src, { recursive: true }) as string[])
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .flatMap((name) =>
    componentsOf(name, readFileSync(join(src, name), 'utf8')).map((component) => ({
      ...component,
      place: `${name}: ${component.name}`,
    })),
  );

describe('components', () => {
  it('are measured', () => {
    const code =
      'export const A = memo(function A() {\n  return 1;\n});\nfunction b() {}\nexport default function C() {}\n';
    expect(componentsOf('a.tsx', code)).toEqual([
      { name: 'A', lines: 3 },
      { name: 'C', lines: 1 },
    ]);
    expect(components.length).toBeGreaterThan(500);
  });

  it(`have at most ${maxLines} lines`, () => {
    const found = components
      .filter(({ lines, place }) => lines > maxLines && !(place in longer))
      .map(({ place, lines }) => `${place} (${lines})`);
    expect(found).toEqual([]);
  });

  it('that are longer for a reason still are', () => {
    const needed = components.filter(({ lines }) => lines > maxLines).map(({ place }) => place);
    expect(Object.keys(longer).filter((place) => !needed.includes(place))).toEqual([]);
  });
});
