import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-01: fees are a decimal in the store's currency and a percentage ("2.50"). */
export type PaymentMethod = Schema<'PaymentMethodView'>;
export type PaymentIn = SchemaIn<'PaymentMethodIn'>;

export const paymentMethods = resource('payment-methods');

export const paymentQuery = apiQuery('/payment-methods');
