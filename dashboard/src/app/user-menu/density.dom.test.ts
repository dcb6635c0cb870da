import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setDensity } from './density';

const boot = readFileSync(resolve(import.meta.dirname, '../../../public/boot.js'), 'utf8');
const chosen = () => document.documentElement.dataset.density;

afterEach(() => setDensity('comfortable'));

describe('SH-01 the density of tables', () => {
  it('is chosen at once and before the first paint of the next visit', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    setDensity('compact');
    expect(chosen()).toBe('compact');
    delete document.documentElement.dataset.density;
    // oxlint-disable-next-line no-eval -- a plain script, run as the browser runs it
    (0, eval)(boot);
    expect(chosen()).toBe('compact');
    setDensity('comfortable');
    // oxlint-disable-next-line no-eval -- a plain script, run as the browser runs it
    (0, eval)(boot);
    expect(chosen()).toBeUndefined();
  });
});
