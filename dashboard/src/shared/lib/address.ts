/** An address as the server reads it: `shop.example` is one on the web, and a scheme has small letters. */
export function asAddress(text: string): string {
  const url = text.trim();
  if (/^(?:[a-z\d-]+\.)+[a-z\d-]*[a-z-](?:[/?#]|$)/i.test(url)) return `https://${url}`;
  return url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, (scheme) => scheme.toLowerCase());
}

/** As `is_address` of the server: a path of the store, or something behind one of a few schemes. */
export function isAddress(url: string): boolean {
  if (url.startsWith('/')) return !/^\/[/\\]/.test(url);
  return /^(?:https?:\/\/|mailto:|tel:|#)[^ ]+$/.test(url);
}
