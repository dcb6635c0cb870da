import type { FieldErrors } from '../api/error';

/**
 * Splits the server's messages into those of this form's fields and the rest, which must never be dropped. `strip`
 * removes a prefix first (`settings.` for announcements, GU-07). `isShown` says whether the form has the field.
 */
export function splitErrors(
  errors: FieldErrors,
  isShown: (path: string) => boolean,
  strip = '',
): { fields: Record<string, string>; rest: string[] } {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const [raw, messages] of Object.entries(errors)) {
    const path = strip && raw.startsWith(strip) ? raw.slice(strip.length) : raw;
    if (messages.length === 0) continue;
    if (isShown(path)) fields[path] = messages.join(' ');
    else rest.push(...messages);
  }
  return { fields, rest: [...new Set(rest)] };
}

/** Languages of a translated field with an error: their tabs turn red. */
export function languagesInError(errors: Record<string, unknown>, name: string): string[] {
  return Object.keys(errors)
    .filter((path) => path.startsWith(`${name}.`) && errors[path])
    .map((path) => path.slice(name.length + 1));
}
