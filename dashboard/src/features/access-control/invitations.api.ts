import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type Invitation = Schema<'InvitationView'>;
/** An invitation with its link, which the server returns once. */
export type InvitationLink = Schema<'InvitationLinkView'>;
export type InvitationIn = SchemaIn<'InvitationIn'>;

export const invitationsQuery = apiQuery('/access-control/invitations');

export const invite = async (body: InvitationIn) =>
  (await api.post('/access-control/invitations', { body, form: true })).data;

export const renewInvitation = async (id: string) =>
  (await api.post('/access-control/invitations/{id}/renew', { path: { id } })).data;

export const withdrawInvitation = (id: string) => api.delete('/access-control/invitations/{id}', { path: { id } });
