/** A message's words in both languages. */
export type Both = { ar: string; en: string };

const word = '{{coupon_code}}';
/** Somebody to show a message to, whatever language the dashboard is read in. */
export const sampleNames: Both = { ar: 'نورة', en: 'Noura' };
const offers: Both = { ar: `رمز الخصم: ${word}`, en: `Discount code: ${word}` };

/** The text with the code in it; one that has it, and one that nobody wrote, stay as they are. */
const withCode = (text: string, language: keyof Both) =>
  text === '' || /\{\{\s*coupon_code\s*\}\}/.test(text) ? text : `${text}\n${offers[language]}`;
/** The text without what `withCode` added; what somebody wrote themselves is theirs to take out. */
const withoutCode = (text: string, language: keyof Both) => text.replace(`\n${offers[language]}`, '');

/** What becomes of a message's text when its coupon is chosen, or taken off again (MK-03). */
export function bodyFor(body: Both, hasCoupon: boolean): Both {
  const change = hasCoupon ? withCode : withoutCode;
  return { ar: change(body.ar, 'ar'), en: change(body.en, 'en') };
}

/** A message as somebody will read it: its words in braces filled in; one that is not known stays as it is written. */
export const readable = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (match, name: string) => values[name] ?? match);
