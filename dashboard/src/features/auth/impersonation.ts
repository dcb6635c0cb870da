import { basePath } from '@/shared/api/transport';

const call = new RegExp(`^${basePath}/impersonate/([\\w-]+\\.[\\w-]+)$`);

/**
 * The token of an encoded address (AU-06), when the address is exactly this platform's own impersonation call: another
 * host, another call, or any further part is refused, so that a link cannot make the dashboard send other requests as
 * the visitor.
 */
export function tokenOf(encoded: string, origin: string): string | null {
  let url: URL;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    url = new URL(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  const own = url.origin === origin && !url.username && !url.password && !url.search && !url.hash;
  return own ? (call.exec(url.pathname)?.[1] ?? null) : null;
}
