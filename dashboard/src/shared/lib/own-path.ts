/** A path of this app, or undefined: another host would make the sign-in page an open redirect. */
export const ownPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
