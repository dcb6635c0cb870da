import { createContext, useContext } from 'react';
import { resource, type Resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

/** An import of a file; `columns` and `fields` are empty in lists. */
export type ImportView = Schema<'ImportView'>;
export type ImportMode = Schema<'ImportMode'>;

/** What is imported, and where its pages and calls are: the pages themselves are the same. */
export interface ImportKind {
  name: 'product' | 'customer';
  /** The path of its calls. */
  calls: '/product-imports' | '/customer-imports';
  imports: Pick<Resource<'product-imports' | 'customer-imports'>, 'key' | 'indexQuery' | 'findQuery'>;
  /** Where its imports are listed; one is below it. */
  path: '/products/import' | '/customers/import';
  page: '/products/import/$id' | '/customers/import/$id';
  subject: 'Product' | 'Customer';
  /** Where the things themselves are listed, and one of them. */
  things: {
    list: '/products/list' | '/customers/list';
    one: '/products/edit/$id' | '/customers/view/$id';
    key: string;
  };
  /** What an import may do, in the order in which it is offered. */
  modes: readonly ImportMode[];
  /** Under what the fields are sorted. */
  groups: readonly string[];
}

export const productKind: ImportKind = {
  name: 'product',
  calls: '/product-imports',
  imports: resource('product-imports'),
  path: '/products/import',
  page: '/products/import/$id',
  subject: 'Product',
  things: { list: '/products/list', one: '/products/edit/$id', key: 'products' },
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
  things: { list: '/customers/list', one: '/customers/view/$id', key: 'customers' },
  modes: ['fill', 'both', 'create'],
  groups: ['customer', 'address', 'consent'],
};

const Kind = createContext(productKind);
export const ImportKindProvider = Kind.Provider;
export const useImportKind = (): ImportKind => useContext(Kind);
