import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** An abandoned cart, or the order it became (CA-01, CA-02). */
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

export const carts = resource('carts');
export const reminders = resource('cart-reminders');

export const countsQuery = apiQuery('/carts/counts');

export const recoveryQuery = apiQuery('/carts/recovery');

export const planQuery = apiQuery('/cart-reminder-plan');

/** Preview of a cart's order with these shipping and payment methods. */
export const orderPreviewQuery = (id: string, methods: { shipping_method_id?: string; payment_method_id?: string }) =>
  queryOptions({
    queryKey: ['cart-order', id, methods],
    queryFn: async ({ signal }) => (await api.get('/carts/{id}/order', { path: { id }, query: methods, signal })).data,
    staleTime: 0,
  });

export const createOrder = async (id: string, body: CartOrderIn) =>
  (await api.post('/carts/{id}/order', { path: { id }, body })).data;
export const remind = async (body: CartRemindIn) =>
  (await api.post('/carts/remind', { body, form: true })).data.results;
export const savePlan = async (body: ReminderPlanIn) =>
  (await api.put('/cart-reminder-plan', { body, form: true })).data;
export const removeCart = (id: string) => api.delete('/carts/{id}', { path: { id } });
