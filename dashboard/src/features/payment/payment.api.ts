import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-01: fees are a decimal in the store's currency and a percentage ("2.50"). */
export type PaymentMethod = Schema<'PaymentMethodView'>;
export type PaymentIn = SchemaIn<'PaymentMethodIn'>;

export const paymentMethods = resource<PaymentMethod, PaymentMethod, PaymentIn>('payment-methods');

export const paymentQuery = queryOptions({
  queryKey: [...paymentMethods.key, 'all'],
  queryFn: async ({ signal }) => (await api.get<One<PaymentMethod[]>>('/payment-methods', { signal })).data,
});
