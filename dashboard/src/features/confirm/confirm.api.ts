import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type DeskCustomer = Schema<'DeskCustomer'>;
export type DeskOrder = Schema<'DeskOrder'>;
export type CallOutcome = Schema<'CallOutcome'>;
export type OutcomeIn = Omit<SchemaIn<'ConfirmationOutcomeIn'>, 'fence'>;
export type OutcomeTold = Schema<'ConfirmationOutcome'>;
export type ConfirmationRow = Schema<'ConfirmationRow'>;
export type ConfirmationReport = Schema<'ConfirmationReport'>;
export type CallingHours = Schema<'ConfirmationSettings'>;
export type CallingHoursIn = SchemaIn<'ConfirmationSettingsIn'>;
export type OpenState = 'waiting' | 'unreachable' | 'wrong_number' | 'deposit';

export const confirmationsKey = ['confirmations'] as const;
const one = (id: string) => `/confirmations/${encodeURIComponent(id)}`;

export const countsQuery = queryOptions({
  queryKey: ['confirmations', 'counts'] as const,
  queryFn: async ({ signal }) =>
    (await api.get<One<Schema<'ConfirmationCounts'>>>('/confirmations/counts', { signal, quiet: true })).data,
});
export const confirmationsQuery = (state: OpenState) =>
  queryOptions({
    queryKey: ['confirmations', 'list', state] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<ConfirmationRow[]>>('/confirmations', { params: { state }, signal })).data,
  });
export const reportQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['confirmations', 'report', from, to] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<ConfirmationReport>>('/confirmations/report', { params: { from, to }, signal })).data,
  });
export const settingsQuery = queryOptions({
  queryKey: ['confirmations', 'settings'] as const,
  queryFn: async ({ signal }) => (await api.get<One<CallingHours>>('/confirmations/settings', { signal })).data,
});
export const saveSettings = async (body: CallingHoursIn) =>
  (await api.put<One<CallingHours>>('/confirmations/settings', body, { form: true })).data;

// What the desk is refused is told by the desk.
export const takeNext = async (passed: readonly string[]) =>
  (await api.post<One<DeskCustomer | null>>('/confirmations/next', { passed })).data;
export const take = async (id: string, takesOver: boolean) =>
  (await api.post<One<DeskCustomer>>(`${one(id)}/take`, { takes_over: takesOver }, { quiet: true })).data;
export const hold = (id: string, fence: number) => api.post<unknown>(`${one(id)}/hold`, { fence }, { quiet: true });
export const release = () => api.post<unknown>('/confirmations/release', {}, { quiet: true });
export const tell = async (id: string, fence: number, body: OutcomeIn) =>
  (await api.post<One<OutcomeTold>>(`${one(id)}/outcome`, { ...body, fence }, { quiet: true })).data;
export const undo = async (id: string, call: string) =>
  (await api.post<One<DeskCustomer | null>>(`${one(id)}/undo`, { call_id: call })).data;
export const requeue = (id: string) => api.post<unknown>(`${one(id)}/requeue`, {});

/** What a call makes stale: the desk's own lists, orders, their customers, stock, the menu's counter. */
export const staleAfterCall = [confirmationsKey, ['orders'], ['customers'], ['products'], ['sync']] as const;
