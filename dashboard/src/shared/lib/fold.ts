/**
 * The server's folding of text for search (`kernel::fold`), so that filtering and highlighting here agree with the
 * server's search: `أحمد` and `احمد` are one word, `١٢٣` finds `123`. Both are tested with the same vectors. Folded
 * text is for comparing, never for showing.
 */

const dropped =
  /\u0640|[\u0610-\u061A]|[\u064B-\u065F]|\u0670|[\u06D6-\u06DC]|[\u06DF-\u06E8]|[\u06EA-\u06ED]|[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF\u00AD]/u;
const mark = /\p{M}/u;
const letter = /[\p{Alphabetic}\p{N}]/u;
const digit = /\p{Nd}/u;

const same: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ؤ: 'و',
  ء: '',
  ک: 'ك',
  گ: 'ك',
  پ: 'ب',
  چ: 'ج',
  ڤ: 'ف',
};

const isLoose = (c: string) => dropped.test(c) || c === '\u066C' || (mark.test(c) && !letter.test(c));

/** Converts a digit of any script to ASCII: scripts have theirs in blocks of ten that begin with zero. */
function asciiDigit(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x80) return c;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Folds normalised characters one by one. */
class Folder {
  out = '';
  gap: '' | ' ' | '.' = '';

  push(c: string): void {
    if (isLoose(c)) return;
    if (digit.test(c)) this.emit(asciiDigit(c));
    else if (letter.test(c)) {
      for (const lower of (same[c] ?? c).toLowerCase()) if (!isLoose(lower)) this.emit(lower);
    } else this.gap = (c === '.' || c === '\u066B') && !this.gap && /[0-9]$/.test(this.out) ? '.' : ' ';
  }

  private emit(c: string): void {
    if (this.out && this.gap) this.out += this.gap === '.' && /[0-9]/.test(c) ? '.' : ' ';
    this.gap = '';
    this.out += c;
  }
}

const foldOnce = (text: string): string => {
  const folder = new Folder();
  const letters = [...text].filter((c) => !dropped.test(c)).join('');
  for (const c of letters.normalize('NFKC')) folder.push(c);
  return folder.out;
};

/** `fold('قَمِيص، مقاس XL') === 'قميص مقاس xl'`. */
export function fold(text: string): string {
  const once = foldOnce(text);
  return once.normalize('NFKC') === once ? once : foldOnce(once);
}

/** Whether every word of the query occurs in the text. */
export function isFound(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(' ')
    .every((word) => folded.includes(word));
}

export interface Piece {
  text: string;
  hit: boolean;
}

/**
 * Splits the text into pieces; those that match a word of the query are hits. Combining marks belong to their letter.
 */
export function pieces(text: string, query: string): Piece[] {
  const words = fold(query).split(' ').filter(Boolean);
  const aligned: { c: string; from: number; to: number }[] = [];
  const folder = new Folder();
  const all = [...text];
  let at = 0;
  for (let i = 0; i < all.length;) {
    let cluster = all[i++] ?? '';
    while (i < all.length && (dropped.test(all[i] ?? '') || mark.test(all[i] ?? ''))) cluster += all[i++];
    const [from, to] = [at, (at += cluster.length)];
    const before = [...folder.out].length;
    for (const c of [...cluster]
      .filter((one) => !dropped.test(one))
      .join('')
      .normalize('NFKC'))
      folder.push(c);
    const folded = [...folder.out].slice(before);
    for (const c of folded) aligned.push({ c, from, to: c === ' ' || c === '.' ? from : to });
    const last = aligned.at(-1);
    if (folded.length === 0 && last?.to === from && !folder.gap) last.to = to;
  }
  const hits: [number, number][] = [];
  for (const word of words) {
    const letters = [...word];
    for (let i = 0; i + letters.length <= aligned.length; i += 1) {
      if (!letters.every((c, j) => aligned[i + j]?.c === c)) continue;
      hits.push([aligned[i]?.from ?? 0, aligned[i + letters.length - 1]?.to ?? 0]);
    }
  }
  hits.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const segments: Piece[] = [];
  let position = 0;
  for (const [from, to] of hits) {
    const last = segments.at(-1);
    if (from <= position && last?.hit) last.text += text.slice(position, Math.max(position, to));
    else {
      if (from > position) segments.push({ text: text.slice(position, from), hit: false });
      segments.push({ text: text.slice(Math.max(from, position), to), hit: true });
    }
    position = Math.max(position, to);
  }
  if (position < text.length) segments.push({ text: text.slice(position), hit: false });
  return segments;
}
