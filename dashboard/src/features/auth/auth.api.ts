import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import { latinDigits } from '@/shared/i18n/digits';
import type { SignedIn } from '@/shared/session/session';

/** An e-mail stays as written; a mobile number loses Arabic digits and blanks, the server knows its forms. */
export function cleanIdentifier(typed: string): string {
  const text = latinDigits(typed).trim();
  return text.includes('@') ? text : text.replace(/[\s()-]/g, '');
}

/** AU-01. The page shows the failure itself: a wrong password is no session that ended. */
export async function login(identifier: string, password: string): Promise<SignedIn> {
  const body = { identifier: cleanIdentifier(identifier), password };
  return (await api.post<One<SignedIn>>('/login', body, { signedIn: false, quiet: true })).data;
}
