import { describe, expect, it } from 'vitest';
import { dayAfter, callQueueKey } from './confirm.model';
import { callQueueSearch, figuresSearch } from './confirm.search';

const press = (code: string, over: Partial<KeyboardEvent> = {}) =>
  callQueueKey({ code, key: '', target: null, ...over } as KeyboardEvent);

describe('the keys of the call queue', () => {
  it('are read by their place, whatever the keyboard writes there', () => {
    expect(press('Digit1', { key: '١' })).toBe('confirmed');
    expect(press('Numpad5')).toBe('cancelled');
    expect(press('KeyC', { key: 'ؤ' })).toBe('call');
    expect(press('Slash', { key: '؟', shiftKey: true })).toBe('help');
    expect(press('Digit6')).toBe(null);
  });
  it('do nothing with a modifier, or when the key is held down', () => {
    expect(press('KeyC', { ctrlKey: true })).toBe(null);
    expect(press('Digit1', { repeat: true })).toBe(null);
    expect(press('Digit1', { shiftKey: true })).toBe(null);
  });
});

it('days go over the end of a month', () => {
  expect(dayAfter('2027-01-31', 1)).toBe('2027-02-01');
  expect(dayAfter('2027-03-01', -1)).toBe('2027-02-28');
});

it('what is wrong in the address is dropped', () => {
  expect(callQueueSearch({ order: 'ord_0000000000001' })).toEqual({ order: 'ord_0000000000001' });
  expect(callQueueSearch({ order: 'x' })).toEqual({});
  expect(figuresSearch({ days: '30' })).toEqual({ days: 30 });
  expect(figuresSearch({ days: '31' })).toEqual({});
});
