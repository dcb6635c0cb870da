import { describe, expect, it } from 'vitest';
import type { ConfirmationRow } from './confirm.api';
import { dayAfter, callQueueKey, entriesOf, nextOf } from './confirm.model';
import { callQueueSearch, figuresSearch } from './confirm.search';

const press = (code: string, over: Partial<KeyboardEvent> = {}) =>
  callQueueKey({ code, key: '', target: null, ...over } as KeyboardEvent);

describe('the keys of the call queue', () => {
  it('are read by their place, whatever the keyboard writes there', () => {
    expect(press('Digit1', { key: '١' })).toBe('confirmed');
    expect(press('Numpad5')).toBe('cancelled');
    expect(press('KeyC', { key: 'ؤ' })).toBe('call');
    expect(press('Slash', { key: '؟', shiftKey: true })).toBe('help');
    expect(press('Digit6')).toBe('skip');
    expect(press('Digit7')).toBe(null);
  });
  it('do nothing with a modifier, or when the key is held down', () => {
    expect(press('KeyC', { ctrlKey: true })).toBe(null);
    expect(press('Digit1', { repeat: true })).toBe(null);
    expect(press('Digit1', { shiftKey: true })).toBe(null);
  });
});

describe('the customers that wait', () => {
  const row = (number: number, mobile: string, over: Partial<ConfirmationRow> = {}): ConfirmationRow => ({
    id: `ord_${number}`,
    number,
    customer_id: `cus_${mobile}`,
    customer_name: mobile,
    mobile,
    city: '',
    total: '10.00',
    state: 'waiting',
    due_at: '2027-01-01T08:00:00Z',
    attempts: 0,
    created_at: '2027-01-01T07:00:00Z',
    held_by: null,
    deposit: null,
    has_receipt: false,
    ...over,
  });
  const entries = entriesOf(
    [
      row(1, 'a'),
      row(2, 'b', { held_by: 'Huda' }),
      row(3, 'a', { attempts: 2 }),
      row(4, 'c'),
      row(5, 'd', { due_at: '2027-01-01T12:00:00Z' }),
    ],
    Date.parse('2027-01-01T09:00:00Z'),
  );
  it('or_01_are_listed_once_with_their_orders_the_earliest_due_first', () => {
    expect(entries.map(({ mobile, orders, attempts, isDue }) => [mobile, orders, attempts, isDue])).toEqual([
      ['a', 2, 2, true],
      ['b', 1, 0, true],
      ['c', 1, 0, true],
      ['d', 1, 0, false],
    ]);
  });
  it('or_01_the_next_one_is_due_and_neither_skipped_nor_called_by_another', () => {
    expect(nextOf(entries, undefined, [])?.mobile).toBe('a');
    expect(nextOf(entries, 'a', [])?.mobile).toBe('c');
    expect(nextOf(entries, 'a', ['c'])).toBeUndefined();
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
