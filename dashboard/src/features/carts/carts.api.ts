import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { BulkAnswer, One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** A cart that was left, or the order it became (CA-01, CA-02). */
export type CartRow = Schema<'CartRow'>;
export type CartDetail = Schema<'CartDetail'>;
export type CartLine = CartDetail['lines'][number];
export type CartReminder = Schema<'CartReminderRow'>;
export type CartRecovery = Schema<'CartRecovery'>;
export type CartOrderPreview = Schema<'CartOrderPreview'>;
export type CartOrderIn = SchemaIn<'CartOrderIn'>;
export type CartRemindIn = SchemaIn<'CartRemindIn'>;
export type ReminderPlan = Schema<'CartReminderPlan'>;
export type ReminderPlanIn = SchemaIn<'CartReminderPlanIn'>;

export const carts = resource<CartRow, CartDetail>('carts');
export const reminders = resource<CartReminder>('cart-reminders');

export const countsQuery = queryOptions({
  queryKey: ['carts', 'counts'],
  queryFn: async ({ signal }) => (await api.get<One<Schema<'CartStepCount'>[]>>('/carts/counts', { signal })).data,
});

export const recoveryQuery = queryOptions({
  queryKey: ['carts', 'recovery'],
  queryFn: async ({ signal }) => (await api.get<One<CartRecovery>>('/carts/recovery', { signal })).data,
});

export const planQuery = queryOptions({
  queryKey: ['cart-reminder-plan'],
  queryFn: async ({ signal }) => (await api.get<One<ReminderPlan>>('/cart-reminder-plan', { signal })).data,
});

/** The order a cart would become with these ways. */
export const orderPreviewQuery = (id: string, ways: { shipping_method_id?: string; payment_method_id?: string }) =>
  queryOptions({
    queryKey: ['cart-order', id, ways],
    queryFn: async ({ signal }) =>
      (await api.get<One<CartOrderPreview>>(`/carts/${id}/order`, { params: ways, signal })).data,
    staleTime: 0,
  });

export const makeOrder = async (id: string, body: CartOrderIn) =>
  (await api.post<One<Schema<'CartOrderMade'>>>(`/carts/${id}/order`, body)).data;
export const remind = async (body: CartRemindIn) =>
  (await api.post<BulkAnswer>('/carts/remind', body, { form: true })).data.results;
export const savePlan = async (body: ReminderPlanIn) =>
  (await api.put<One<ReminderPlan>>('/cart-reminder-plan', body, { form: true })).data;
export const removeCart = (id: string) => api.delete<unknown>(`/carts/${id}`);
