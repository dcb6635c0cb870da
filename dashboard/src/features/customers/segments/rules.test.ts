import { describe, expect, it } from 'vitest';
import { chosenOf, compared, comparisons, fields, newRule, inputOf, isComplete, withChosen } from './rules';

describe('CU-01: rules of a segment', () => {
  it('asks for a value in the way that the comparison needs', () => {
    expect(inputOf('last_order', 'not_within')).toBe('days');
    expect(inputOf('last_order', 'gte')).toBe('day');
    expect(inputOf('last_order', 'never')).toBe('none');
    expect(inputOf('spent', 'lte')).toBe('money');
    expect(inputOf('refused', 'gte')).toBe('count');
    expect(inputOf('tag', 'is_not')).toBe('words');
    for (const field of fields) expect(comparisons[field].length, field).toBeGreaterThan(0);
  });

  it('is complete only with its values', () => {
    expect(isComplete(newRule())).toBe(false);
    expect(isComplete({ field: 'last_order', op: 'never', values: [] })).toBe(true);
    expect(isComplete({ field: 'city', op: 'is', values: ['جدة'] })).toBe(true);
    expect(isComplete({ field: 'spent', op: 'gte', values: [''] })).toBe(false);
  });

  it('keeps the value when it is compared in a way that takes it', () => {
    const rule = { field: 'last_order' as const, op: 'within' as const, values: ['60'] };
    expect(compared(rule, 'not_within')).toEqual({ ...rule, op: 'not_within' });
    expect(compared(rule, 'gte')).toEqual({ ...rule, op: 'gte', values: [] });
  });

  it('names the choice, and has a number of orders only for buyers', () => {
    const chosen = [
      { id: 'prd_1', name: { ar: 'قهوة' } },
      { id: 'prd_2', name: {} },
    ];
    const rule = { ...withChosen(newRule('product'), chosen), days: 30, times: 2 };
    expect(rule.values).toEqual(['prd_1', 'prd_2']);
    expect(chosenOf(rule)).toEqual(chosen);
    expect(chosenOf({ ...rule, names: undefined })).toEqual(chosen.map(({ id }) => ({ id, name: {} })));
    expect(compared(rule, 'is_not')).toEqual({ ...rule, op: 'is_not', times: null });
    expect(isComplete(newRule('coupon'))).toBe(false);
  });
});
