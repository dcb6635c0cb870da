import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** `price` is the current price; the lowest of the variants. */
export type ProductRow = Schema<'ProductRow'>;

export type Variant = Schema<'VariantView'>;

export type WeightUnit = Schema<'WeightUnit'>;
export type FieldType = Schema<'FieldType'>;

export type DynamicField = Schema<'DynamicFieldView'>;

export type Picture = Schema<'MediaView'>;

/** A product with all fields of its page (PR-01). */
export type ProductView = Schema<'ProductView'>;

export type Related = Schema<'RelatedView'>;
export type Readiness = Schema<'Readiness'>;
export type Reason = Schema<'ReadinessReason'>;

export type VariantIn = SchemaIn<'VariantIn'>;
export type ProductIn = SchemaIn<'NewProduct'>;

export const products = resource('products');

export type StateCounts = Schema<'StateCounts'>;
export const stateCountsQuery = apiQuery('/products/state-counts');

/** The readiness of a product; its key is below the product's, so that saving invalidates it. */
export const readinessQuery = (id: string) => apiQuery('/products/{id}/readiness', { path: { id } });

export const duplicateProduct = async (id: string) =>
  (await api.post('/products/{id}/duplicate', { path: { id } })).data;
export const archiveProduct = async (id: string) => (await api.post('/products/{id}/archive', { path: { id } })).data;
export const restoreProduct = async (id: string) => (await api.post('/products/{id}/restore', { path: { id } })).data;

/** Deletes the sample products; can be undone like any bulk change. */
export const deleteSamples = async () => (await api.delete('/products/samples')).data;

/** Query keys that every change of products invalidates. */
export const staleAfterChange = [
  products.key,
  ['categories'],
  ['orders', 'home-summary'],
  ['setup-checklist'],
] as const;
