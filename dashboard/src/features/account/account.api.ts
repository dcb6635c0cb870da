import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';

/** One place where the user is signed in. */
export interface OpenSession {
  id: string;
  user_agent: string;
  ip: string;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}

export const sessionsKey = ['sessions'] as const;
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) => (await api.get<One<OpenSession[]>>('/sessions', { signal })).data,
});

export const endSession = (id: string) => api.delete<unknown>(`/sessions/${encodeURIComponent(id)}`);
export const endOtherSessions = () => api.post<unknown>('/sessions/end-all');

export interface PasswordChange {
  current_password: string;
  password: string;
  password_confirmation: string;
}
export const changePassword = (body: PasswordChange) => api.put<unknown>('/profile/password', body, { form: true });
