import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** `price` is what is paid now; the lowest of the variants. */
export type ProductRow = Schema<'ProductRow'>;

export type Variant = Schema<'VariantView'>;

export type WeightUnit = Schema<'WeightUnit'>;
export type FieldType = Schema<'FieldType'>;

export type DynamicField = Schema<'DynamicFieldView'>;

export type Picture = Schema<'MediaView'>;

/** A product with everything its page shows (PR-01). */
export type ProductView = Schema<'ProductView'>;

export type Related = Schema<'RelatedView'>;
export type Readiness = Schema<'Readiness'>;
export type Reason = Schema<'ReadinessReason'>;

export type VariantIn = SchemaIn<'VariantIn'>;
export type ProductIn = SchemaIn<'NewProduct'>;

export const products = resource('products');

export type StateCounts = Schema<'StateCounts'>;
export const stateCountsQuery = apiQuery('/products/state-counts');

/** Why a product is not for sale; stands under the product, so that saving it makes this stale too. */
export const readinessQuery = (id: string) => apiQuery('/products/{id}/readiness', { path: { id } });

export const duplicateProduct = async (id: string) =>
  (await api.post('/products/{id}/duplicate', { path: { id } })).data;
export const archiveProduct = async (id: string) => (await api.post('/products/{id}/archive', { path: { id } })).data;
export const restoreProduct = async (id: string) => (await api.post('/products/{id}/restore', { path: { id } })).data;

/** Deletes what came with the store to show how a product looks; takes back as any bulk change. */
export const deleteSamples = async () => (await api.delete('/products/samples')).data;

/** What every change to products makes stale. */
export const staleAfterChange = [
  products.key,
  ['categories'],
  ['orders', 'home-summary'],
  ['setup-checklist'],
] as const;
