/** A path of this app, or nothing: an address elsewhere would make the sign-in page a trap. */
export const ownPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
