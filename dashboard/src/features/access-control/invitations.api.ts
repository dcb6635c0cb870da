import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { accessKey } from './access.api';

export type Invitation = Schema<'InvitationView'>;
/** An invitation with its link, which the server tells once. */
export type InvitationLink = Schema<'InvitationLinkView'>;
export type InvitationIn = SchemaIn<'InvitationIn'>;

const path = '/access-control/invitations';
const of = (id: string) => `${path}/${encodeURIComponent(id)}`;

export const invitationsQuery = queryOptions({
  queryKey: [...accessKey, 'invitations'],
  queryFn: async ({ signal }) => (await api.get<One<Invitation[]>>(path, { signal })).data,
});

export const invite = async (body: InvitationIn) =>
  (await api.post<One<InvitationLink>>(path, body, { form: true })).data;

export const renewInvitation = async (id: string) => (await api.post<One<InvitationLink>>(`${of(id)}/renew`)).data;

export const withdrawInvitation = (id: string) => api.delete<unknown>(of(id));
