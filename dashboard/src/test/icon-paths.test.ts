import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { joinPaths } from '../../tools/icon-paths.mjs';

const icon = (name: string) => readFileSync(`node_modules/@tabler/icons-react/dist/esm/icons/Icon${name}.mjs`, 'utf8');
const countPaths = (code: string) => code.match(/\["path"/g)?.length;

describe('the paths of icons', () => {
  it('are one in an outline icon, drawn as before', () => {
    const joined = joinPaths(icon('Dots'));
    expect(countPaths(icon('Dots'))).toBe(3);
    expect(countPaths(joined)).toBe(1);
    const parts = [...icon('Dots').matchAll(/"d": "([^"]+)"/g)].map(([, part]) => part);
    expect(joined).toContain(`"d":"${parts.join('')}"`);
    expect(countPaths(joinPaths(icon('CircleDashed')))).toBe(1);
  });

  it('stay where an icon is filled, has one path, or another shape', () => {
    for (const name of ['CircleCheckFilled', 'Check']) expect(joinPaths(icon(name))).toBe(icon(name));
    const other = icon('Dots').replace('"key": "svg-1"', '"fill": "red", "key": "svg-1"');
    expect(joinPaths(other)).toBe(other);
  });
});
