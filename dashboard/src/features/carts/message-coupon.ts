/** A message's words in both languages. */
export type Bilingual = { ar: string; en: string };

const word = '{{coupon_code}}';
/** Example recipient of a message preview, in both languages. */
export const sampleNames: Bilingual = { ar: 'نورة', en: 'Noura' };
const offers: Bilingual = { ar: `رمز الخصم: ${word}`, en: `Discount code: ${word}` };

/** Adds the code to a text; a text that has it, or is empty, stays as it is. */
const withCode = (text: string, language: keyof Bilingual) =>
  text === '' || /\{\{\s*coupon_code\s*\}\}/.test(text) ? text : `${text}\n${offers[language]}`;
/** Removes what `withCode` added; a code that the user wrote stays. */
const withoutCode = (text: string, language: keyof Bilingual) => text.replace(`\n${offers[language]}`, '');

/** A message's text after its coupon is chosen or removed (MK-03). */
export function bodyFor(body: Bilingual, hasCoupon: boolean): Bilingual {
  const change = hasCoupon ? withCode : withoutCode;
  return { ar: change(body.ar, 'ar'), en: change(body.en, 'en') };
}

/** A message with its placeholders filled in; an unknown placeholder stays as it is. */
export const readable = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (match, name: string) => values[name] ?? match);
