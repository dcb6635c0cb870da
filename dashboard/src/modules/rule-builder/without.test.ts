import { describe, expect, it } from 'vitest';
import { without } from './without';

const createRule = () => 'new';

describe('CU-01, OR-01: rules in groups', () => {
  it('never lose the last rule', () => {
    const groups = [['a', 'b'], ['c']];
    expect(without(groups, createRule, 0, 1)).toEqual([['a'], ['c']]);
    expect(without(groups, createRule, 1, 0)).toEqual([['a', 'b']]);
    expect(without(groups, createRule, 0)).toEqual([['c']]);
    expect(without([['a']], createRule, 0, 0)).toEqual([['new']]);
  });
});
