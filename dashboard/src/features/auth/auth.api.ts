import { api } from '@/shared/api/client';
import { latinDigits } from '@/shared/i18n/digits';
import type { SignedIn } from '@/shared/session/session';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** An e-mail stays as written; a mobile number loses Arabic digits and blanks, the server knows its forms. */
export function cleanIdentifier(input: string): string {
  const text = latinDigits(input).trim();
  return text.includes('@') ? text : text.replace(/[\s()-]/g, '');
}

/** AU-01. The page shows the failure itself: a wrong password is not an ended session. */
export async function login(identifier: string, password: string): Promise<SignedIn> {
  const body: SchemaIn<'LoginIn'> = { identifier: cleanIdentifier(identifier), password };
  return (await api.post('/login', { body, signedIn: false, quiet: true })).data;
}

/** A visitor's call: the page shows its failures, except unreachable and 5xx. */
const visitor = { signedIn: false } as const;

/** Signs in to the demo store; a 404 where there is none. */
export async function demoLogin(): Promise<SignedIn> {
  return (await api.post('/demo', visitor)).data;
}

/** Whether there is a demo store to try. */
export async function hasDemo(): Promise<boolean> {
  return (await api.get('/demo/status', { ...visitor, quiet: true })).data.has_demo;
}

export type CodeSent = Schema<'MobileOtpView'>;

/** AU-02: requests a code. `mobile` is E.164, so any country may be sent. */
export async function sendCode(mobile: string): Promise<CodeSent> {
  const body: SchemaIn<'MobileOtpIn'> = { mobile, country: 'SA', purpose: 'register' };
  return (await api.post('/mobile-otp', { body, ...visitor, quiet: true })).data;
}

/** Proves that the number is the visitor's; the answer's token opens the registration for 30 minutes. */
export async function confirmCode(mobile: string, code: string): Promise<string> {
  const body: SchemaIn<'ValidateIn'> = { mobile, country: 'SA', code, purpose: 'register' };
  return (await api.post('/validate', { body, ...visitor, quiet: true })).data.token;
}

export type Registration = SchemaIn<'RegisterIn'>;

export async function register(body: Registration): Promise<Schema<'ProcessView'>> {
  return (await api.post('/register', { body, ...visitor, quiet: true })).data;
}

export type SlugAnswer = Schema<'SlugView'>;

export async function askSlug(slug: string, signal?: AbortSignal): Promise<SlugAnswer> {
  return (await api.get('/register/slug', { ...visitor, quiet: true, query: { slug }, signal })).data;
}

/** Progress of a registration; the document types `status` and the steps as plain text. */
export type BuildProgress = Omit<Schema<'ContinueView'>, 'status' | 'steps'> & {
  status: 'queued' | 'running' | 'done' | 'failed';
  steps: (Schema<'StepView'> & { code: 'account' | 'store' | 'content' | 'theme' | 'sample_product' })[];
};

/** AU-03: executes the registration and returns its progress. */
export async function continueRegistration(process: string, token: string): Promise<BuildProgress> {
  const { data } = await api.post('/register/continue', { body: { process, token }, ...visitor, quiet: true });
  return data as BuildProgress;
}

export const askReset = async (identifier: string): Promise<Schema<'AskedView'>> =>
  (await api.post('/forgot-password', { body: { identifier: cleanIdentifier(identifier) }, ...visitor, quiet: true }))
    .data;

/** Refused for a used, expired or unknown link: checked before a new password is typed. */
export const checkReset = (token: string, signal?: AbortSignal) =>
  api.post('/reset-password/check', { body: { token }, ...visitor, quiet: true, signal });

export const resetPassword = (body: SchemaIn<'ResetPasswordIn'>) =>
  api.post('/reset-password', { body, ...visitor, quiet: true });

/** AU-06: opens the session of an operator's link; the token works once. */
export const impersonate = async (token: string): Promise<SignedIn> =>
  (await api.post('/impersonate/{token}', { path: { token }, ...visitor, quiet: true })).data;
