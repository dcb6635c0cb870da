import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** A session of the user on one device. */
export type OpenSession = Schema<'OpenSessionView'>;

export const sessionsKey = ['sessions'] as const;
export const sessionsQuery = apiQuery('/sessions');

export const endSession = (id: string) => api.delete('/sessions/{id}', { path: { id } });
export const endOtherSessions = () => api.post('/sessions/end-all');

export type PasswordChange = SchemaIn<'ChangePasswordIn'>;
export const changePassword = (body: PasswordChange) => api.put('/profile/password', { body, form: true });
