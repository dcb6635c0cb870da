import { queryOptions } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { api } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { SignedIn } from '@/shared/session/session';

export type Offer = Schema<'InvitationOfferView'>;
export type Newcomer = Omit<SchemaIn<'InvitationRegisterIn'>, 'token' | 'code' | 'country'>;

/** A visitor's call: the page shows its failures itself. */
const visitor = { signedIn: false, quiet: true } as const;

/** What the link of a token offers; a 404 for every link that works no more. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await api.post('/invitations/check', { body: { token }, ...visitor, signal })).data,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Joins as who is signed in; answers who they are in that store. */
export const accept = async (token: string) =>
  (await api.post('/invitations/accept', { body: { token }, quiet: true })).data;

/** Makes an account and joins with it. `mobile` is E.164, so the country only has to be one. */
export const registerInvited = async (token: string, person: Newcomer, code: string): Promise<SignedIn> => {
  const body: SchemaIn<'InvitationRegisterIn'> = { ...person, token, code, country: 'SA' };
  return (await api.post('/invitations/register', { body, ...visitor })).data;
};

/** The sign-in that comes back to the invitation; as a link takes it. */
export const signInAndBack = (token: string) =>
  linkOptions({ to: '/login', search: { redirect: `/invitation/${token}` } });
