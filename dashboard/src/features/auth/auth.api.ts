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

/** A visitor's call: failures are shown by the page, except what belongs to no page (no answer, 5xx). */
const visitor = { signedIn: false } as const;

/** Signs in to the demo store; a 404 where there is none. */
export async function demoLogin(): Promise<SignedIn> {
  return (await api.post<One<SignedIn>>('/demo', {}, visitor)).data;
}

/** Whether there is a demo store to try. */
export async function hasDemo(): Promise<boolean> {
  return (await api.get<One<{ has_demo: boolean }>>('/demo/status', { ...visitor, quiet: true })).data.has_demo;
}

export interface CodeSent {
  resend_after_seconds: number;
  expires_in_seconds: number;
  is_outbox: boolean;
}

/** AU-02: asks for a code. `mobile` is E.164, so the country only has to be one. */
export async function sendCode(mobile: string): Promise<CodeSent> {
  const body = { mobile, country: 'SA', purpose: 'register' };
  return (await api.post<One<CodeSent>>('/mobile-otp', body, { ...visitor, quiet: true })).data;
}

/** Proves that the number is the visitor's; the answer's token opens the registration for 30 minutes. */
export async function confirmCode(mobile: string, code: string): Promise<string> {
  const body = { mobile, country: 'SA', code, purpose: 'register' };
  return (await api.post<One<{ token: string }>>('/validate', body, { ...visitor, quiet: true })).data.token;
}

export interface Registration {
  token: string;
  name: string;
  email: string | null;
  password: string;
  password_confirmation: string;
  agrees_to_terms: boolean;
  store_name: string;
  store_slug: string;
  store_country: string;
  store_currency: string;
}

export async function register(body: Registration): Promise<{ process: string; token: string }> {
  return (await api.post<One<{ process: string; token: string }>>('/register', body, { ...visitor, quiet: true })).data;
}

export interface SlugAnswer {
  slug: string;
  is_available: boolean;
  suggestion?: string;
  reason?: string;
}

export async function askSlug(slug: string, signal?: AbortSignal): Promise<SlugAnswer> {
  return (await api.get<One<SlugAnswer>>('/register/slug', { ...visitor, quiet: true, params: { slug }, signal })).data;
}

export interface BuildProgress {
  process: string;
  status: 'queued' | 'running' | 'done' | 'failed';
  progress: number;
  steps: { code: 'account' | 'store' | 'content' | 'theme' | 'sample_product'; is_done: boolean }[];
  store_url?: string;
  session?: SignedIn;
}

/** AU-03: executes the registration and says how far it is. */
export async function continueRegistration(process: string, token: string): Promise<BuildProgress> {
  return (await api.post<One<BuildProgress>>('/register/continue', { process, token }, { ...visitor, quiet: true }))
    .data;
}

export const askReset = (identifier: string) =>
  api.post('/forgot-password', { identifier: cleanIdentifier(identifier) }, { ...visitor, quiet: true });

export const resetPassword = (body: { token: string; password: string; password_confirmation: string }) =>
  api.post('/reset-password', body, { ...visitor, quiet: true });
