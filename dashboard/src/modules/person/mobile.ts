/** Calling codes of the region with their digit grouping; other numbers are shown ungrouped. */
const groups: Record<string, readonly number[]> = {
  '966': [2, 3, 4],
  '971': [2, 3, 4],
  '965': [4, 4],
  '974': [4, 4],
  '973': [4, 4],
  '968': [4, 4],
  '962': [1, 4, 4],
  '964': [3, 3, 4],
  '967': [3, 3, 3],
  '961': [2, 3, 3],
  '963': [3, 3, 3],
  '970': [3, 3, 3],
  '20': [3, 3, 4],
  '212': [3, 3, 3],
  '213': [3, 2, 2, 2],
  '216': [2, 3, 3],
  '218': [2, 3, 4],
  '249': [2, 3, 4],
};

/** Formats `+966551234567` as `+966 55 123 4567`. The full phone metadata is too large for a list. */
export function readableMobile(e164: string): string {
  const digits = e164.replace(/^\+/, '');
  if (!/^\d{7,15}$/.test(digits)) return e164;
  for (const length of [3, 2]) {
    const code = digits.slice(0, length);
    const sizes = groups[code];
    const rest = digits.slice(length);
    if (!sizes || sizes.reduce((sum, size) => sum + size, 0) !== rest.length) continue;
    let at = 0;
    const parts = sizes.map((size) => rest.slice(at, (at += size)));
    return `+${code} ${parts.join(' ')}`;
  }
  return `+${digits}`;
}

/** The address of a WhatsApp chat with this number. */
export const whatsappLink = (e164: string): string => `https://wa.me/${e164.replace(/\D/g, '')}`;

/** The first letter of a name in its isolated form, without punctuation; empty when there is none. */
export function initialOf(name: string): string {
  const letter = /\p{L}|\p{N}/u.exec(name)?.[0] ?? '';
  return letter.toUpperCase();
}
