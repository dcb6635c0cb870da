import { describe, expect, it } from 'vitest';
import { tokenOf } from './impersonation';

const origin = 'https://app.rawaj.test';
const encode = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const read = (address: string) => tokenOf(encode(address), origin);

describe('au_06 the address of an impersonation link', () => {
  it('gives the token of this platform’s own call', () => {
    expect(read(`${origin}/dashboard/v1/impersonate/abc_-1.DEF-2_`)).toBe('abc_-1.DEF-2_');
  });

  it('refuses every other address', () => {
    for (const address of [
      'https://evil.test/dashboard/v1/impersonate/abc.def',
      'http://app.rawaj.test/dashboard/v1/impersonate/abc.def',
      `${origin}:8443/dashboard/v1/impersonate/abc.def`,
      'https://app.rawaj.test@evil.test/dashboard/v1/impersonate/abc.def',
      'https://user@app.rawaj.test/dashboard/v1/impersonate/abc.def',
      'https://app.rawaj.test.evil.test/dashboard/v1/impersonate/abc.def',
      `${origin}/dashboard/v1/logout`,
      `${origin}/dashboard/v1/impersonate/`,
      `${origin}/dashboard/v1/impersonate/abc`,
      `${origin}/dashboard/v1/impersonate/abc.def/more`,
      `${origin}/dashboard/v1/impersonate/../logout/abc.def`,
      `${origin}/dashboard/v1/impersonate/abc.def?next=x`,
      `${origin}/dashboard/v1/impersonate/abc.def#x`,
      `${origin}/dashboard/v1/impersonate/%2e%2e.def`,
      '/dashboard/v1/impersonate/abc.def',
      '//evil.test/dashboard/v1/impersonate/abc.def',
      'javascript:alert(1)',
      '',
    ]) {
      expect(read(address), address).toBeNull();
    }
  });

  it('refuses what is no encoded address at all', () => {
    for (const encoded of ['', 'not base64!', '%%%', '_w', 'a'.repeat(5000)])
      expect(tokenOf(encoded, origin)).toBeNull();
  });
});
