import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { BulkAnswer, BulkResult, One } from '@/shared/api/wire';
import type { Texts } from '@/shared/i18n/texts';
import type { ProductState, ProductType } from './products.model';

export interface ProductRow {
  id: string;
  name: Texts;
  product_type: ProductType;
  sku: string | null;
  /** What is paid now; the lowest of the variants. */
  price: string;
  regular_price: string | null;
  sale_price: string | null;
  stock: number;
  has_unlimited_qty: boolean;
  is_active: boolean;
  is_published: boolean;
  state: ProductState;
  cover_url: string | null;
  variants_count: number;
  created_at: string;
  updated_at: string;
  version: number;
  url: string;
}

export interface Variant {
  id: string;
  option_values: string[];
  price: string;
  regular_price: string | null;
  sale_price: string | null;
  cost_price: string | null;
  sku: string | null;
  barcode: string | null;
  has_unlimited_qty: boolean;
  qty: number;
  weight_amount: string | null;
  image_id: string | null;
  is_active: boolean;
}

export type WeightUnit = 'kg' | 'g';
export type FieldType = 'text' | 'number' | 'choice' | 'date';

export interface DynamicField {
  field_label: Texts;
  field_type: FieldType;
  field_required: boolean;
  choices: string[];
}

export interface Picture {
  id: string;
  url: string;
  urls?: Record<string, string>;
  file_name?: string;
  alt?: Texts;
}

/** A product with everything its page shows (PR-01). */
export interface ProductView {
  id: string;
  product_type: ProductType;
  name: Texts;
  short_description: Texts;
  /** HTML, cleaned by the server. */
  description: Texts;
  category_ids: string[];
  image_ids: string[];
  images: Picture[];
  price: string;
  regular_price: string | null;
  sale_price: string | null;
  sale_from: string | null;
  sale_until: string | null;
  cost_price: string | null;
  sku: string | null;
  barcode: string | null;
  has_unlimited_qty: boolean;
  qty: number;
  stock: number;
  min_qty: number | null;
  max_qty: number | null;
  weight_amount: string;
  weight_unit: WeightUnit;
  requires_shipping: boolean;
  has_free_shipping: boolean;
  is_tax_free: boolean;
  is_active: boolean;
  is_published: boolean;
  state: ProductState;
  seo: { meta_title: Texts; meta_description: Texts; keywords: Texts };
  page_link: string;
  tags: string[];
  /** `color`, `size` or the merchant's own word. */
  options: { name: string; values: string[] }[];
  variants: Variant[];
  dynamic_fields: DynamicField[];
  version: number;
  created_at: string;
  updated_at: string;
  url: string;
}

export type VariantIn = Partial<Omit<Variant, 'price'>>;
export type ProductIn = Partial<
  Omit<
    ProductView,
    'id' | 'images' | 'price' | 'stock' | 'state' | 'url' | 'created_at' | 'updated_at' | 'variants' | 'page_link'
  >
> & { variants?: VariantIn[]; page_link?: string | null };

export const products = resource<ProductRow, ProductView, ProductIn>('products');

export interface StateCounts {
  all: number;
  published: number;
  unpublished: number;
  inactive: number;
  out_of_stock: number;
}
export const stateCountsQuery = queryOptions({
  queryKey: ['products', 'state-counts'] as const,
  queryFn: async ({ signal }) => (await api.get<One<StateCounts>>('/products/state-counts', { signal })).data,
});

const inHundreds = async (ids: string[], run: (part: string[]) => Promise<BulkResult[]>) => {
  const results: BulkResult[] = [];
  for (let from = 0; from < ids.length; from += 100) results.push(...(await run(ids.slice(from, from + 100))));
  return results;
};

/** The server takes a hundred at a time. */
export const publishMany = (ids: string[], is_published: boolean) =>
  inHundreds(
    ids,
    async (items) => (await api.post<BulkAnswer>('/products/publishMany', { items, is_published })).data.results,
  );
export const deleteMany = (ids: string[]) => inHundreds(ids, (items) => products.removeMany(items));

/** What every change to products makes stale. */
export const staleAfterChange = [products.key, ['categories'], ['home-summary'], ['setup-checklist']] as const;
