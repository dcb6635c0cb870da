/** Words that are no name without the next one: عبد الله, أبو بكر, Abdul Rahman. */
const joined = /^(عبد|أبو|ابو|أم|ام|بن|ابن|abd|abdul|abdel|abu|um|umm|bin|ibn|al|el)$/i;

/** How one greets a person: the first name, whole. */
export function firstName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return joined.test(first) && second ? `${first} ${second}` : first;
}
