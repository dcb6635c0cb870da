import { queryOptions } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { api } from '@/shared/api/client';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import type { SignedIn } from '@/shared/session/session';

export type Offer = Schema<'InvitationOfferView'>;
export type InvitedPerson = Omit<SchemaIn<'InvitationRegisterIn'>, 'token' | 'code' | 'country'>;

/** A visitor's call: the page shows its failures itself. */
const visitor = { signedIn: false, quiet: true } as const;

/** The offer of an invitation's token; a 404 for every invalid link. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await api.post('/invitations/check', { body: { token }, ...visitor, signal })).data,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Accepts as the signed-in user; returns their session data in that store. */
export const accept = async (token: string) =>
  (await api.post('/invitations/accept', { body: { token }, quiet: true })).data;

/** Registers and accepts. `mobile` is E.164, so any country may be sent. */
export const registerInvited = async (token: string, person: InvitedPerson, code: string): Promise<SignedIn> => {
  const body: SchemaIn<'InvitationRegisterIn'> = { ...person, token, code, country: 'SA' };
  return (await api.post('/invitations/register', { body, ...visitor })).data;
};

/** Path of the sign-in page that returns to the invitation. */
export const signInAndBack = (token: string) =>
  linkOptions({ to: '/login', search: { redirect: `/invitation/${token}` } });
