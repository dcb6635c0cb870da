import { describe, expect, it } from 'vitest';
import vectors from '../../../../crates/kernel/src/fold_vectors.json';
import { fold, isFound, pieces } from './fold';

const marked = (text: string, query: string) =>
  pieces(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('folding', () => {
  it.each(vectors.folded)('folds %s as the server does', (text, folded) => {
    expect(fold(text ?? '')).toBe(folded);
    expect(fold(folded ?? '')).toBe(folded);
  });

  it.each(vectors.marked)('marks in %s what %s finds, as the server does', (text, query, expected) => {
    expect(marked(text ?? '', query ?? '')).toBe(expected);
  });

  it('finds words in any order and spelling', () => {
    expect(isFound('عطر العُود', 'عود عطر')).toBe(true);
    expect(isFound('عطر العُود', 'عود حذاء')).toBe(false);
  });
});
