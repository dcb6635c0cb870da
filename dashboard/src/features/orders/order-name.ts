/** `#1042` as an island of its own: beside Arabic letters the sign would otherwise jump behind the number. */
export const orderName = (number: number): string => `\u2066#${number}\u2069`;
