import { describe, expect, it } from 'vitest';
import { mentionQueryAt, handlesOf, piecesOf, toHandles, toIds, type Person } from './mentions';
import { offered } from './offered';

const id = (n: number) => `usr_${String(n).padStart(13, '0')}`;
const people: Person[] = [
  { id: id(1), name: 'أحمد علي' },
  { id: id(2), name: 'أحمد' },
  { id: id(3), name: 'Sara Al-Otaibi' },
  { id: id(4), name: 'أحمد' },
];

describe('mentions', () => {
  it('or_07 keeps ids for names, the longest name first, and brings the names back', () => {
    const input = 'يا @أحمد علي اسأل @أحمد، و@Sara Al-Otaibi و@أحمد 2.';
    const stored = `يا @${id(1)} اسأل @${id(2)}، و@${id(3)} و@${id(4)}.`;
    expect(toIds(input, people)).toBe(stored);
    expect(toHandles(stored, people)).toBe(input);
  });
  it('or_07 what only begins like a name is words', () => {
    for (const text of ['@أحمدي', '@', 'a@b.com', '@Sara', 'info@Sara Al-Otaibi', '@usr_x', ''])
      expect(toIds(text, people)).toBe(text);
  });
  it('or_07 distinguishes two members of one name', () => {
    expect([...handlesOf(people).values()]).toEqual(['أحمد علي', 'أحمد', 'Sara Al-Otaibi', 'أحمد 2']);
  });
  it('or_07 shows who is named, and leaves unknown ids as they are', () => {
    expect(piecesOf(`قال @${id(3)}!`, people)).toEqual(['قال ', people[2], '!']);
    expect(piecesOf(`@${id(9)}`, people)).toEqual([`@${id(9)}`]);
    expect(piecesOf('', people)).toEqual([]);
  });
  it('or_07 offers members while a name is typed, in both scripts, and not inside an address', () => {
    expect(mentionQueryAt('مرحبًا @أح', 10)).toEqual({ from: 7, query: 'أح' });
    expect(mentionQueryAt('@Sara Al', 8)).toEqual({ from: 0, query: 'Sara Al' });
    expect(mentionQueryAt('و@سا', 4)).toEqual({ from: 1, query: 'سا' });
    expect(mentionQueryAt('info@shop', 9)).toBeNull();
    expect(mentionQueryAt('بلا اسم', 7)).toBeNull();
    expect(mentionQueryAt('@أحمد\nسطر', 9)).toBeNull();
  });
  it('or_07 finds people in any spelling by the beginning of any of their names', () => {
    expect(offered(people, 'احم').map((person) => person.id)).toEqual([id(1), id(2), id(4)]);
    expect(offered(people, 'al-o').map((person) => person.id)).toEqual([id(3)]);
    expect(offered(people, 'علي').map((person) => person.id)).toEqual([id(1)]);
    expect(offered(people, 'xyz')).toEqual([]);
    expect(offered(people, '')).toHaveLength(4);
  });
});
