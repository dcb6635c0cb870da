import { describe, expect, it } from 'vitest';
import { listParams, listSearch } from '@/shared/table/list-search';
import { contentOf, isShown, searchOf } from '../list-views';
import { undoStatus } from '../orders.model';
import { ordersList, ordersSearch } from '../orders.search';
import { inputOf, isComplete, readGroups, writeGroups, type Groups } from './rules';

const groups: Groups = [
  [
    ['city', 'is', 'جدة', 'الرياض'],
    ['total', 'gte', '100'],
  ],
  [['tag', 'is_not', 'VIP']],
];

describe('groups of conditions', () => {
  it('or_01 stand in the address and are read back', () => {
    expect(readGroups(writeGroups(groups))).toEqual(groups);
    expect(writeGroups([])).toBeUndefined();
  });
  it('or_01 what is no set of groups is dropped from the address', () => {
    for (const bad of [
      'x',
      '[]',
      '[[]]',
      '[[["colour","is","red"]]]',
      '[[["city","is"]]]',
      '{"a":1}',
      '[[["city","is",7]]]',
    ]) {
      expect(readGroups(bad)).toBeNull();
      expect(ordersSearch({ where: bad }).where).toBeUndefined();
    }
    const text = JSON.stringify(groups);
    expect(ordersSearch({ where: text }).where).toBe(text);
  });
  it('or_01 go to the server under their own name', () => {
    const where = JSON.stringify(groups);
    expect(listParams({ where, status: 'PEND' }, ordersList)).toMatchObject({ where, 'filter[status]': 'PEND' });
    expect(Object.keys(listParams({ where }, ordersList))).not.toContain('filter[where]');
  });
  it('ask for a value in the way that field and comparison need', () => {
    expect(inputOf('total', 'gte')).toBe('money');
    expect(inputOf('created_at', 'is')).toBe('choice');
    expect(inputOf('created_at', 'gte')).toBe('day');
    expect(inputOf('sku', 'is')).toBe('words');
    expect(inputOf('city', 'is_not')).toBe('choices');
  });
  it('a rule without a value is not complete', () => {
    expect(isComplete(['city', 'is'])).toBe(false);
    expect(isComplete(['city', 'is', 'جدة'])).toBe(true);
  });
});

describe('views', () => {
  it('or_01 keep the address as the API takes it, and lead back to it', () => {
    const search = listSearch(ordersList)({
      status: 'PEND',
      'total.gte': '10',
      where: JSON.stringify(groups),
      sort: '-total',
      page: '3',
      search: 'سارة',
    });
    const query = contentOf(search, ordersList);
    expect(query).toEqual({
      'filter[status]': 'PEND',
      'filter[total][gte]': '10',
      where: JSON.stringify(groups),
      sort: '-total',
      search: 'سارة',
    });
    const back = searchOf(query, ordersList);
    expect(isShown(query, { ...back, page: 2 }, ordersList)).toBe(true);
    expect(isShown(query, { ...back, status: 'PAID' }, ordersList)).toBe(false);
    // Params that the view does not name are removed from the URL.
    expect(Object.hasOwn(back, 'payment_status')).toBe(true);
    expect(back.payment_status).toBeUndefined();
  });
});

describe('the way back from a bulk move', () => {
  it('or_04 is offered only where the table has it, for all', () => {
    expect(undoStatus('PRCS', ['RDYS', 'RDYS'])).toBe('RDYS');
    expect(undoStatus('RDYP', ['SDLV'])).toBe('SDLV');
    expect(undoStatus('PRCS', ['PEND'])).toBeNull();
    expect(undoStatus('RDYS', ['PRCS'])).toBe('PRCS');
    expect(undoStatus('PRCS', ['RDYS', 'PEND'])).toBeNull();
    expect(undoStatus('CNCL', ['PEND'])).toBeNull();
    expect(undoStatus('PRCS', [])).toBeNull();
  });
});
