/** `#1042` in an isolate: in Arabic text the sign would otherwise move behind the number. */
export const orderName = (number: number): string => `\u2066#${number}\u2069`;
