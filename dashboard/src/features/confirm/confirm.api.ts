import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type QueueCustomer = Schema<'DeskCustomer'>;
export type QueueOrder = Schema<'DeskOrder'>;
export type CallOutcome = Schema<'CallOutcome'>;
export type OutcomeIn = Omit<SchemaIn<'ConfirmationOutcomeIn'>, 'fence'>;
export type RecordedOutcome = Schema<'ConfirmationOutcome'>;
export type ConfirmationRow = Schema<'ConfirmationRow'>;
export type ConfirmationReport = Schema<'ConfirmationReport'>;
export type CallingHours = Schema<'ConfirmationSettings'>;
export type CallingHoursIn = SchemaIn<'ConfirmationSettingsIn'>;
export type OpenState = 'waiting' | 'unreachable' | 'wrong_number' | 'deposit';

export const confirmationsKey = ['confirmations'] as const;

export const countsQuery = apiQuery('/confirmations/counts', { quiet: true });
export const confirmationsQuery = (state: OpenState) => apiQuery('/confirmations', { query: { state } });
export const reportQuery = (from: string, to: string) => apiQuery('/confirmations/report', { query: { from, to } });
export const settingsQuery = apiQuery('/confirmations/settings');
export const saveSettings = async (body: CallingHoursIn) =>
  (await api.put('/confirmations/settings', { body, form: true })).data;

// The call queue shows its refusals itself.
export const claimNext = async (passed: readonly string[]) =>
  (await api.post('/confirmations/next', { body: { passed } })).data;
export const claimOrder = async (id: string, takesOver: boolean) =>
  (await api.post('/confirmations/{id}/take', { path: { id }, body: { takes_over: takesOver }, quiet: true })).data;
export const renewLease = (id: string, fence: number) =>
  api.post('/confirmations/{id}/hold', { path: { id }, body: { fence }, quiet: true });
export const releaseLease = () => api.post('/confirmations/release', { quiet: true });
export const submitOutcome = async (id: string, fence: number, body: OutcomeIn) =>
  (await api.post('/confirmations/{id}/outcome', { path: { id }, body: { ...body, fence }, quiet: true })).data;
export const undo = async (id: string, call: string) =>
  (await api.post('/confirmations/{id}/undo', { path: { id }, body: { call_id: call } })).data;
export const requeue = (id: string) => api.post('/confirmations/{id}/requeue', { path: { id } });

/** Query keys that a call invalidates: the queue's own lists, orders, their customers, stock, the menu's counter. */
export const staleAfterCall = [confirmationsKey, ['orders'], ['customers'], ['products'], ['sync']] as const;
