import { describe, expect, it } from 'vitest';
import { queryString } from '../api/params';
import { parseSearch, stringifySearch } from '../lib/search-params';
import { isNarrowed, listParams, listSearch } from './list-search';

const spec = { sort: '-creation_date', sortable: ['number', 'total'], filters: ['status', 'total.gte'] };

describe('the state of a list is its URL', () => {
  it('reads what it knows and drops bad values', () => {
    const search = listSearch(spec)({
      page: '3',
      per_page: '33',
      sort: '-total',
      status: 'PEND,PAID',
      evil: 'x',
      search: 'أحمد',
    });
    expect(search).toEqual({ page: 3, sort: '-total', status: 'PEND,PAID', search: 'أحمد' });
    expect(listSearch(spec)({ page: '-1', sort: 'password', per_page: '50' })).toEqual({ per_page: 50 });
  });
  it('digits that were searched stay a text', () => {
    const search = listSearch(spec)(parseSearch('?search=0501234567&page=2'));
    expect(search).toEqual({ search: '0501234567', page: 2 });
    expect(stringifySearch(search)).toBe('?page=2&search=0501234567');
  });
  it('or_01 becomes the query of the API', () => {
    const params = listParams({ page: 2, search: 'x', status: 'PEND,PAID', 'total.gte': '100' }, spec);
    expect(decodeURIComponent(queryString(params))).toBe(
      '?per_page=20&sort=-creation_date&search=x&page=2&filter[status]=PEND,PAID&filter[total][gte]=100',
    );
  });
  it('a cursor travels with the number of its page', () => {
    expect(listParams({ cursor: 'c', page: 52 }, spec)).toMatchObject({ cursor: 'c', page: 52 });
  });
  it('tells "nothing yet" from "nothing matches"', () => {
    expect(isNarrowed({ page: 2, sort: 'total' }, spec)).toBe(false);
    expect(isNarrowed({ status: 'PEND' }, spec)).toBe(true);
  });
});
