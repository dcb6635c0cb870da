import type { FieldErrors } from '@/shared/api/error';
import type { MenuLink, Tree } from './menu-tree';

/** Messages by field of a link: `title.ar`, `url`. */
export type LinkErrors = Readonly<Record<string, string>>;

/** The server's messages of a save: those of links by their keys, in the order of the menu, and the others. */
export interface MenuErrors {
  byKey: ReadonlyMap<string, LinkErrors>;
  rest: readonly string[];
}

export const noErrors: MenuErrors = { byKey: new Map(), rest: [] };

/** The link at a path of the tree as it was sent, and the field within it: `links.0.links.2.title.ar`. */
function split(sent: Tree, path: string): { link: MenuLink; field: string } | null {
  const parts = path.split('.');
  let level = sent;
  let link: MenuLink | undefined;
  let at = 0;
  while (parts[at] === 'links' && level[Number(parts[at + 1])]) {
    link = level[Number(parts[at + 1])];
    level = link?.links ?? [];
    at += 2;
  }
  return link ? { link, field: parts.slice(at).join('.') } : null;
}

/** Sorts the messages of a 422 by the links of the tree that was sent; none is dropped. */
export function errorsOf(sent: Tree, fields: FieldErrors): MenuErrors {
  const byKey = new Map<string, Record<string, string>>();
  const rest: string[] = [];
  for (const [path, messages] of Object.entries(fields)) {
    if (messages.length === 0) continue;
    const found = split(sent, path);
    if (found) byKey.set(found.link.key, { ...byKey.get(found.link.key), [found.field]: messages.join(' ') });
    else rest.push(...messages);
  }
  return { byKey, rest: [...new Set(rest)] };
}

/** Without the messages of one link: it was changed. */
export function withoutErrors(errors: MenuErrors, key: string): MenuErrors {
  if (!errors.byKey.has(key)) return errors;
  return { ...errors, byKey: new Map([...errors.byKey].filter(([each]) => each !== key)) };
}
