/** A member who can be mentioned. */
export interface Person {
  id: string;
  name: string;
}

/** A mention in a stored text: the member's id. */
const token = /@(usr_[0-9a-hjkmnp-tv-z]{13})/g;
const word = /[\p{L}\p{N}_]/u;
/** Characters before an @ that make it an e-mail address; Arabic words may be joined to a mention: «و@سارة». */
const address = /[A-Za-z0-9_.]/;

/** The handle of each member in the box: equal names get a number. */
export function handlesOf(people: readonly Person[]): Map<string, string> {
  const handles = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, name } of people) {
    let handle = name;
    for (let n = 2; taken.has(handle); n += 1) handle = `${name} ${n}`;
    taken.add(handle);
    handles.set(id, handle);
  }
  return handles;
}

/** A stored text with handles, for the box. */
export function toHandles(text: string, people: readonly Person[]): string {
  const handles = handlesOf(people);
  return text.replace(token, (match, id: string) => (handles.has(id) ? `@${handles.get(id)}` : match));
}

/** The box's text for storage: `@name` becomes the member's id, the longest name first. */
export function toIds(text: string, people: readonly Person[]): string {
  const known = [...handlesOf(people)].sort(([, a], [, b]) => b.length - a.length);
  let result = '';
  for (let at = 0; at < text.length;) {
    const found =
      text[at] === '@' && !address.test(text[at - 1] ?? '')
        ? known.find(([, handle]) => {
            const end = at + 1 + handle.length;
            return text.startsWith(handle, at + 1) && !word.test(text.slice(end, end + 1));
          })
        : undefined;
    if (found) {
      result += `@${found[0]}`;
      at += 1 + found[1].length;
    } else {
      result += text[at];
      at += 1;
    }
  }
  return result;
}

/** A stored text split into words and mentions. */
export function piecesOf(text: string, people: readonly Person[]): (string | Person)[] {
  const result: (string | Person)[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    const person = people.find(({ id }) => id === match[1]);
    if (!person) continue;
    if (match.index > from) result.push(text.slice(from, match.index));
    result.push(person);
    from = match.index + match[0].length;
  }
  if (from < text.length) result.push(text.slice(from));
  return result;
}

/** The mention being typed before the caret: the position of its @, and the text after it. */
export function mentionQueryAt(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[^A-Za-z0-9_@.])@([^@\n]{0,30})$/.exec(text.slice(0, caret));
  if (!match) return null;
  const query = match[1] ?? '';
  return { from: caret - query.length - 1, query };
}
