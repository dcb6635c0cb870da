/** Name prefixes that belong to the next word: عبد الله, أبو بكر, Abdul Rahman. */
const joined = /^(عبد|أبو|ابو|أم|ام|بن|ابن|abd|abdul|abdel|abu|um|umm|bin|ibn|al|el)$/i;

/** The first name of a person, for a greeting. */
export function firstName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return joined.test(first) && second ? `${first} ${second}` : first;
}
