import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-01: fees are a decimal in the store's currency and a percentage ("2.50"). */
export type PaymentMethod = Schema<'PaymentMethodView'>;
export type PaymentIn = SchemaIn<'PaymentMethodIn'>;
export type PaymentProvider = PaymentMethod['provider'];

/** PY-02: a gateway with the fields of its form, what is set of them, and how the last test ended. */
export type PaymentGateway = Schema<'PaymentProviderView'>;
export type Credentials = Schema<'PaymentCredentialsView'>;
export type Connection = Schema<'PaymentConnectionView'>;

export const paymentMethods = resource('payment-methods');

export const paymentQuery = apiQuery('/payment-methods');

/** The gateways that can be added; none where the installation has none. */
export const gatewaysQuery = apiQuery('/payment-providers');

export const credentialsQuery = (id: string) => apiQuery('/payment-methods/{id}/credentials', { path: { id } });

export const saveCredentials = async (id: string, values: Record<string, string>, version: number) => {
  const answer = await api.put('/payment-methods/{id}/credentials', {
    path: { id },
    body: { values, version },
    form: true,
  });
  return answer.data;
};

export const testConnection = async (id: string) => {
  const answer = await api.post('/payment-methods/{id}/check', { path: { id } });
  return answer.data;
};

export const sortMethods = (items: string[]) => api.put('/payment-methods/order', { body: { items } });

export const restoreMethod = (id: string) => api.post('/payment-methods/{id}/restore', { path: { id } });

/** What a shopper pays with these fees, computed as the checkout does. */
export const feesQuery = (query: {
  amount: string;
  fixed_fees: string;
  ratio_fees: string;
  add_vat_to_payment_charges: boolean;
}) => apiQuery('/payment-methods/fees', { query });
