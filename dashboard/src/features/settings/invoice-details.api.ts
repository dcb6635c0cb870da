import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type InvoiceDetails = Schema<'InvoiceDetailsView'>;
export type InvoiceDetailsIn = SchemaIn<'InvoiceDetailsIn'>;

export const detailsQuery = apiQuery('/invoice-details');

export const saveDetails = (details: InvoiceDetailsIn) => api.put('/invoice-details', { body: details, form: true });
