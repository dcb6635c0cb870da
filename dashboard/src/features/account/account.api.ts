import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** One place where the user is signed in. */
export type OpenSession = Schema<'OpenSessionView'>;

export const sessionsKey = ['sessions'] as const;
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) => (await api.get<One<OpenSession[]>>('/sessions', { signal })).data,
});

export const endSession = (id: string) => api.delete<unknown>(`/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = () => api.post<unknown>('/sessions/end-all');

export type PasswordChange = SchemaIn<'ChangePasswordIn'>;
export const changePassword = (body: PasswordChange) => api.put<unknown>('/profile/password', body, { form: true });
