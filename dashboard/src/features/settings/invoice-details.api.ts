import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type InvoiceDetails = Schema<'InvoiceDetailsView'>;
export type InvoiceDetailsIn = SchemaIn<'InvoiceDetailsIn'>;

export const detailsQuery = queryOptions({
  queryKey: ['invoice-details'],
  queryFn: async ({ signal }) => (await api.get<One<InvoiceDetails>>('/invoice-details', { signal })).data,
});

export const saveDetails = (details: InvoiceDetailsIn) =>
  api.put<One<InvoiceDetails>>('/invoice-details', details, { form: true });
