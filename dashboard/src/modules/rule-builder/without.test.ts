import { describe, expect, it } from 'vitest';
import { without } from './without';

const fresh = () => 'new';

describe('CU-01, OR-01: rules in groups', () => {
  it('never lose the last rule', () => {
    const groups = [['a', 'b'], ['c']];
    expect(without(groups, fresh, 0, 1)).toEqual([['a'], ['c']]);
    expect(without(groups, fresh, 1, 0)).toEqual([['a', 'b']]);
    expect(without(groups, fresh, 0)).toEqual([['c']]);
    expect(without([['a']], fresh, 0, 0)).toEqual([['new']]);
  });
});
