import type { Language } from '@/shared/i18n/language';
import type { Texts } from '@/shared/i18n/texts';
import type { MediaItem } from '@/shared/upload/media';
import type {
  DynamicField,
  FieldType,
  Picture,
  ProductIn,
  ProductView,
  Related,
  VariantIn,
  WeightUnit,
} from '../products.api';
import type { ProductType } from '../products.model';
import { dayOf, endOfDay, momentAt, startOfDay, wallClockOf } from '@/shared/lib/days';
import { perAmount, type Amount } from './amounts';
import type { OptionValues, VariantValues } from './variants';

export type Bilingual = Record<Language, string>;

export interface FieldValues {
  key: string;
  field_label: Bilingual;
  field_type: FieldType;
  field_required: boolean;
  choices: string[];
}

/** Form values: flat, with texts of every language, dates instead of times. */
export interface ProductValues extends Record<Amount, string> {
  product_type: ProductType;
  name: Bilingual;
  short_description: Bilingual;
  description: Bilingual;
  category_ids: string[];
  images: MediaItem[];
  sale_from: string;
  sale_until: string;
  sku: string;
  barcode: string;
  has_unlimited_qty: boolean;
  qty: number | null;
  min_qty: number | null;
  max_qty: number | null;
  low_stock_at: number | null;
  weight_amount: string;
  weight_unit: WeightUnit;
  requires_shipping: boolean;
  has_free_shipping: boolean;
  is_tax_free: boolean;
  is_active: boolean;
  is_published: boolean;
  /** `2026-11-21T09:00` in the store's time zone; '' when not scheduled. */
  publish_at: string;
  meta_title: Bilingual;
  meta_description: Bilingual;
  keywords: Bilingual;
  page_link: string;
  /** Slugs by language; '' where `page_link` applies. */
  page_links: Bilingual;
  related: Related[];
  tags: string[];
  brand: string;
  /** The theme's alternate template that shows it; '' for the plain one. */
  template: string;
  options: OptionValues[];
  variants: VariantValues[];
  dynamic_fields: FieldValues[];
}

let keyCount = 0;
/** A key for a part of the form that has no id yet. */
export const newKey = (): string => {
  keyCount += 1;
  return `new-${keyCount}`;
};

const toBilingual = (texts?: Texts | null): Bilingual => ({ ar: texts?.ar ?? '', en: texts?.en ?? '' });

/** The smallest copy is enough for a thumbnail. */
export const pictureItem = (picture: Picture): MediaItem => ({
  id: picture.id,
  url: picture.urls?.['320'] ?? picture.url,
  name: picture.file_name,
});

export const blankProduct = (): ProductValues => ({
  product_type: 'basic',
  name: toBilingual(),
  short_description: toBilingual(),
  description: toBilingual(),
  category_ids: [],
  images: [],
  ...perAmount(() => ''),
  sale_from: '',
  sale_until: '',
  sku: '',
  barcode: '',
  has_unlimited_qty: false,
  // Empty, and required: a product must not go on sale without stock by mistake.
  qty: null,
  min_qty: null,
  max_qty: null,
  low_stock_at: null,
  weight_amount: '',
  weight_unit: 'kg',
  requires_shipping: true,
  has_free_shipping: false,
  is_tax_free: false,
  is_active: true,
  is_published: true,
  publish_at: '',
  meta_title: toBilingual(),
  meta_description: toBilingual(),
  keywords: toBilingual(),
  page_link: '',
  page_links: toBilingual(),
  related: [],
  tags: [],
  brand: '',
  template: '',
  options: [],
  variants: [],
  dynamic_fields: [],
});

const fieldValues = (field: DynamicField, index: number): FieldValues => ({
  key: `field-${index}`,
  field_label: toBilingual(field.field_label),
  field_type: field.field_type,
  field_required: field.field_required,
  choices: field.choices ?? [],
});

export function valuesOf(product: ProductView, timeZone: string | undefined): ProductValues {
  return {
    product_type: product.product_type,
    name: toBilingual(product.name),
    short_description: toBilingual(product.short_description),
    description: toBilingual(product.description),
    category_ids: product.category_ids,
    images: product.images.map(pictureItem),
    ...perAmount((key) => product[key] ?? ''),
    sale_from: dayOf(product.sale_from, timeZone),
    sale_until: dayOf(product.sale_until, timeZone),
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    has_unlimited_qty: product.product_type === 'basic' && product.has_unlimited_qty,
    qty: product.qty,
    min_qty: product.min_qty,
    max_qty: product.max_qty,
    low_stock_at: product.low_stock_at,
    weight_amount: product.weight_amount === '0' ? '' : product.weight_amount,
    weight_unit: product.weight_unit,
    requires_shipping: product.requires_shipping,
    has_free_shipping: product.has_free_shipping,
    is_tax_free: product.is_tax_free,
    is_active: product.is_active,
    is_published: product.is_published,
    publish_at: wallClockOf(product.publish_at, timeZone),
    meta_title: toBilingual(product.seo.meta_title),
    meta_description: toBilingual(product.seo.meta_description),
    keywords: toBilingual(product.seo.keywords),
    page_link: product.page_link,
    page_links: toBilingual(product.page_links),
    related: product.related,
    tags: product.tags,
    brand: product.brand ?? '',
    template: product.template ?? '',
    options: product.options.map(({ name, values, colors, name_texts, value_texts }, index) => ({
      key: `option-${index}`,
      kind: name === 'color' || name === 'size' ? name : 'custom',
      name: name === 'color' || name === 'size' ? '' : name,
      values,
      colors: colors ?? {},
      name_texts: toBilingual(name_texts),
      value_texts: Object.fromEntries(
        Object.entries(value_texts ?? {}).map(([value, texts]) => [value, toBilingual(texts)]),
      ),
    })),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      values: variant.option_values,
      ...perAmount((key) => variant[key] ?? ''),
      sku: variant.sku ?? '',
      barcode: variant.barcode ?? '',
      has_unlimited_qty: variant.has_unlimited_qty,
      qty: variant.qty,
      weight_amount: variant.weight_amount ?? '',
      image_id: variant.image_id,
      is_active: variant.is_active,
    })),
    dynamic_fields: product.dynamic_fields.map(fieldValues),
  };
}

/** Null clears the field in the API. */
const orNull = (text: string): string | null => text.trim() || null;

const variantIn = (variant: VariantValues): VariantIn => ({
  ...(variant.id ? { id: variant.id } : {}),
  option_values: variant.values,
  ...perAmount((key) => orNull(variant[key])),
  sku: orNull(variant.sku),
  barcode: orNull(variant.barcode),
  has_unlimited_qty: variant.has_unlimited_qty,
  qty: variant.qty ?? 0,
  weight_amount: orNull(variant.weight_amount),
  image_id: variant.image_id,
  is_active: variant.is_active,
});

/**
 * The whole product as the request body. A sale's time that falls on the same date as before is sent unchanged: only a
 * change of the date moves it.
 */
export function bodyOf(values: ProductValues, base: ProductView | null, timeZone: string | undefined): ProductIn {
  const { product_type, images, options, variants, dynamic_fields, meta_title, meta_description, keywords } = values;
  const multi = product_type === 'multi';
  const moment = (
    day: string,
    before: string | null | undefined,
    make: (day: string, zone: string | undefined) => string,
  ) => (!day ? null : before && dayOf(before, timeZone) === day ? before : make(day, timeZone));
  return {
    product_type,
    name: values.name,
    short_description: values.short_description,
    description: values.description,
    category_ids: values.category_ids,
    image_ids: images.map((image) => image.id),
    ...perAmount((key) => orNull(values[key])),
    sale_from: moment(values.sale_from, base?.sale_from, startOfDay),
    sale_until: moment(values.sale_until, base?.sale_until, endOfDay),
    sku: orNull(values.sku),
    barcode: orNull(values.barcode),
    has_unlimited_qty: !multi && values.has_unlimited_qty,
    qty: multi ? 0 : (values.qty ?? 0),
    min_qty: values.min_qty,
    max_qty: values.max_qty,
    low_stock_at: values.low_stock_at,
    weight_amount: values.weight_amount,
    weight_unit: values.weight_unit,
    requires_shipping: values.requires_shipping,
    has_free_shipping: values.has_free_shipping,
    is_tax_free: values.is_tax_free,
    is_active: values.is_active,
    is_published: values.is_published,
    publish_at:
      values.is_published || !values.publish_at
        ? null
        : base && wallClockOf(base.publish_at, timeZone) === values.publish_at
          ? base.publish_at
          : momentAt(values.publish_at, timeZone),
    seo: { meta_title, meta_description, keywords },
    page_link: orNull(values.page_link),
    page_links: values.page_links,
    related_ids: values.related.map((other) => other.id),
    tags: values.tags,
    brand: orNull(values.brand),
    template: orNull(values.template),
    options: multi
      ? options.map(({ kind, name, values: words, colors, name_texts, value_texts }) => ({
          name: kind === 'custom' ? name : kind,
          values: words,
          // Colours of removed values are dropped.
          colors: Object.fromEntries(words.flatMap((word) => (colors[word] ? [[word, colors[word]]] : []))),
          name_texts,
          value_texts: Object.fromEntries(
            words.flatMap((word) => (value_texts[word] ? [[word, value_texts[word]]] : [])),
          ),
        }))
      : [],
    variants: multi ? variants.map(variantIn) : [],
    dynamic_fields: dynamic_fields.map(({ key: _key, choices, ...field }) => ({
      ...field,
      choices: field.field_type === 'choice' ? choices : [],
    })),
    ...(base ? { version: base.version } : {}),
  };
}
