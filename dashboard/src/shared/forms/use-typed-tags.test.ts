import { describe, expect, it } from 'vitest';
import { withTyped } from './use-typed-tags';

describe('tags with the word that is being typed', () => {
  it('count it, without its blanks', () => expect(withTyped(['موسم'], ' حملة ', 40)).toEqual(['موسم', 'حملة']));
  it('are as they were without one', () => expect(withTyped(['موسم'], '  ', 40)).toEqual(['موسم']));
  it('hold no word twice', () => expect(withTyped(['VIP'], 'vip', 40)).toEqual(['VIP']));
  it('are cut where a tag ends', () => expect(withTyped(['abcdef'], 'ghijkl', 3)).toEqual(['abc', 'ghi']));
});
