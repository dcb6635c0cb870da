/** Arabic-Indic and Persian digits and separators to ASCII: `١٬٢٣٤٫٥` becomes `1234.5`. */
export function latinDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, '');
}

/** Removes invisible direction marks, which are copied along with numbers from Arabic pages. */
export const withoutMarks = (text: string): string =>
  text.replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u061C\uFEFF]/g, '');
