import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Params } from '@/shared/api/params';
import type { One, Page } from '@/shared/api/wire';
import type { Texts } from '@/shared/i18n/texts';
import type { Ability } from '@/shared/session/session';

export type RoleCode = 'owner' | 'manager' | 'order_desk' | 'catalogue_editor' | 'marketer' | 'read_only';

export interface Role {
  code: RoleCode;
  name: Texts;
  abilities: Ability[];
}

export interface Member {
  id: string;
  name: string;
  /** Null for who may not manage members. */
  email: string | null;
  mobile: string | null;
  role: string;
  /** An account that may read Auth and ACL only, whatever its role. */
  is_client: boolean;
  is_self: boolean;
  joined_at: string;
}

export interface Access {
  members: Member[];
  roles: Role[];
  own_abilities: Ability[];
}

/** One thing that a member did (GU-11). */
export interface AuditEntry {
  seq: number;
  at: string;
  action: 'comment' | 'create' | 'update' | 'update_status' | 'update_payment_status' | 'delete';
  subject: string;
  /** Null for who may not see what it is about; so are page and label. */
  id: string | null;
  /** The page of the dashboard where it is shown. */
  page: string | null;
  label: string | null;
  actor: string;
  operator: string | null;
  ip: string | null;
  fields: string[];
}

export const accessKey = ['access-control'] as const;

export const accessQuery = queryOptions({
  queryKey: [...accessKey, 'members'],
  queryFn: async ({ signal }) => (await api.get<One<Access>>('/access-control', { signal })).data,
});

export const auditQuery = (params: Params) =>
  queryOptions({
    queryKey: [...accessKey, 'audit', params],
    queryFn: ({ signal }) => api.get<Page<AuditEntry>>('/access-control/audit', { params, signal }),
  });

export const changeRole = ({ id, role }: { id: string; role: RoleCode }) =>
  api.put<unknown>(`/access-control/members/${encodeURIComponent(id)}`, { role });

export const removeMember = (id: string) => api.delete<unknown>(`/access-control/members/${encodeURIComponent(id)}`);
