import { describe, expect, it } from 'vitest';
import { shownPages } from './page-numbers';

const show = (page: number, total: number, siblings = 1) =>
  shownPages(page, total, siblings)
    .map((number) => number ?? '…')
    .join(' ');

describe('the numbers of pages that are shown', () => {
  it('all of them where they fit', () => {
    expect(show(1, 1)).toBe('1');
    expect(show(4, 7)).toBe('1 2 3 4 5 6 7');
    expect(show(3, 5, 0)).toBe('1 2 3 4 5');
  });

  it('else both ends and the neighbours, always as many', () => {
    expect(show(1, 10)).toBe('1 2 3 4 5 … 10');
    expect(show(4, 10)).toBe('1 2 3 4 5 … 10');
    expect(show(5, 10)).toBe('1 … 4 5 6 … 10');
    expect(show(7, 10)).toBe('1 … 6 7 8 9 10');
    expect(show(10, 10)).toBe('1 … 6 7 8 9 10');
    expect(show(4, 8)).toBe('1 2 3 4 5 … 8');
    expect(show(5, 8)).toBe('1 … 4 5 6 7 8');
    expect(show(1, 9, 0)).toBe('1 2 3 … 9');
    expect(show(4, 9, 0)).toBe('1 … 4 … 9');
    expect(show(8, 9, 0)).toBe('1 … 7 8 9');
  });
});
