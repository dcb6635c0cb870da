// The name of a test file decides where it runs (vite.config.ts, docs/ci.md): a wrong one is slow, or leaks state into
// the next.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const tests = (readdirSync(src, { recursive: true }) as string[])
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));
const called = (end: string) => (file: { name: string }) => file.name.includes(`.${end}.test.`);
const names = (files: { name: string }[]) => files.map((file) => file.name);

/** Files that mock modules need a worker of their own. */
const mocks = /\bvi\.(?:mock|doMock)\(/;

describe('where a test file runs', () => {
  it('is said by its name alone', () => {
    const own = `@vitest-${'environment'}`;
    expect(names(tests.filter(({ text }) => text.includes(own)))).toEqual([]);
  });

  it('alone, where it replaces modules, and only there', () => {
    expect(names(tests.filter(called('alone')))).toEqual(names(tests.filter(({ text }) => mocks.test(text))));
  });

  it('with a page, where it opens one', () => {
    const opens = tests.filter(({ text }) => /from '(?:@\/test|\.)\/dom'|from '@testing-library\//.test(text));
    expect(names(opens.filter((file) => !called('dom')(file) && !called('alone')(file)))).toEqual([]);
  });
});
