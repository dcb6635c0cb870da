import { createContext, useContext } from 'react';
import { resource, type Resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

export type ImportMode = Schema<'ImportMode'>;

/** What is imported, with its paths; both kinds share the pages. */
export interface ImportKind {
  name: 'product' | 'customer';
  /** Path of the API calls. */
  calls: '/product-imports' | '/customer-imports';
  imports: Pick<Resource<'product-imports' | 'customer-imports'>, 'key' | 'indexQuery' | 'findQuery'>;
  /** Path of the list of imports; one import is below it. */
  path: '/products/import' | '/customers/import';
  page: '/products/import/$id' | '/customers/import/$id';
  subject: 'Product' | 'Customer';
  /** Path of the list of imported things, and of one of them. */
  names: {
    list: '/products/list' | '/customers/list';
    one: '/products/edit/$id' | '/customers/view/$id';
    key: string;
  };
  /** Import modes in the offered order. */
  modes: readonly ImportMode[];
  /** Groups of the fields in the mapping. */
  groups: readonly string[];
}

export const productKind: ImportKind = {
  name: 'product',
  calls: '/product-imports',
  imports: resource('product-imports'),
  path: '/products/import',
  page: '/products/import/$id',
  subject: 'Product',
  names: { list: '/products/list', one: '/products/edit/$id', key: 'products' },
  modes: ['both', 'create', 'update'],
  groups: ['product', 'price', 'stock', 'variant', 'shipping', 'images', 'seo', 'fields', 'source'],
};

export const customerKind: ImportKind = {
  name: 'customer',
  calls: '/customer-imports',
  imports: resource('customer-imports'),
  path: '/customers/import',
  page: '/customers/import/$id',
  subject: 'Customer',
  names: { list: '/customers/list', one: '/customers/view/$id', key: 'customers' },
  modes: ['fill', 'both', 'create'],
  groups: ['customer', 'address', 'consent'],
};

const Kind = createContext(productKind);
export const ImportKindProvider = Kind.Provider;
export const useImportKind = (): ImportKind => useContext(Kind);
