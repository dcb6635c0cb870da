import { describe, expect, it } from 'vitest';
import { withPendingTag } from './use-tags-input';

describe('tags with the word that is being typed', () => {
  it('count it, without its blanks', () => expect(withPendingTag(['موسم'], ' حملة ', 40)).toEqual(['موسم', 'حملة']));
  it('are as they were without one', () => expect(withPendingTag(['موسم'], '  ', 40)).toEqual(['موسم']));
  it('hold no word twice', () => expect(withPendingTag(['VIP'], 'vip', 40)).toEqual(['VIP']));
  it('are cut where a tag ends', () => expect(withPendingTag(['abcdef'], 'ghijkl', 3)).toEqual(['abc', 'ghi']));
});
