import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { ListQuery } from '@/shared/api/params';
import type { Schema } from '@/shared/api/wire-schema';

export type RoleCode = 'owner' | 'manager' | 'order_desk' | 'catalogue_editor' | 'marketer' | 'read_only';

export type Role = Schema<'RoleView'>;
export type Member = Schema<'MemberView'>;
export type Access = Schema<'AccessView'>;

/** One act of a member (GU-11); its object is left out for users who may not see it. */
export type AuditEntry = Schema<'AuditView'>;

export const accessKey = ['access-control'] as const;

export const accessQuery = apiQuery('/access-control');

export const auditQuery = (params: ListQuery) => apiQuery('/access-control/audit', { query: params });

export const changeRole = ({ id, role }: { id: string; role: RoleCode }) =>
  api.put('/access-control/members/{id}', { path: { id }, body: { role } });

export const removeMember = (id: string) => api.delete('/access-control/members/{id}', { path: { id } });
