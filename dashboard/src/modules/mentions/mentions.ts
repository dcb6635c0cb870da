/** Somebody whom a comment can name. */
export interface Person {
  id: string;
  name: string;
}

/** As the server keeps a name in a text: by the id of who is meant. */
const token = /@(usr_[0-9a-hjkmnp-tv-z]{13})/g;
const word = /[\p{L}\p{N}_]/u;
/** Before the @ of an address; Arabic words are joined to a name: «و@سارة». */
const address = /[A-Za-z0-9_.]/;

/** What each person is called in the box: two of one name are told apart by a number. */
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

/** A kept text as it stands in the box. */
export function toHandles(text: string, people: readonly Person[]): string {
  const handles = handlesOf(people);
  return text.replace(token, (match, id: string) => (handles.has(id) ? `@${handles.get(id)}` : match));
}

/** The text of the box as it is kept: `@name` of a person becomes the id, the longest name first. */
export function toIds(text: string, people: readonly Person[]): string {
  const known = [...handlesOf(people)].sort(([, a], [, b]) => b.length - a.length);
  let out = '';
  for (let at = 0; at < text.length;) {
    const found =
      text[at] === '@' && !address.test(text[at - 1] ?? '')
        ? known.find(([, handle]) => {
            const end = at + 1 + handle.length;
            return text.startsWith(handle, at + 1) && !word.test(text.slice(end, end + 1));
          })
        : undefined;
    if (found) {
      out += `@${found[0]}`;
      at += 1 + found[1].length;
    } else {
      out += text[at];
      at += 1;
    }
  }
  return out;
}

/** A kept text in pieces: words, and the persons whom it names. */
export function piecesOf(text: string, people: readonly Person[]): (string | Person)[] {
  const out: (string | Person)[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    const person = people.find(({ id }) => id === match[1]);
    if (!person) continue;
    if (match.index > from) out.push(text.slice(from, match.index));
    out.push(person);
    from = match.index + match[0].length;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

/** A name that is being typed before the caret: where its @ stands, and what follows it. */
export function askedAt(text: string, caret: number): { from: number; query: string } | null {
  const match = /(?:^|[^A-Za-z0-9_@.])@([^@\n]{0,30})$/.exec(text.slice(0, caret));
  if (!match) return null;
  const query = match[1] ?? '';
  return { from: caret - query.length - 1, query };
}
