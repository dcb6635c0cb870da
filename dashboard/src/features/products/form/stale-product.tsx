import { useQuery } from '@tanstack/react-query';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { formatNumber, getTimeZone } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { usePageTemplateText } from '@/modules/page-template/i18n';
import { useTemplateName } from '@/modules/page-template/template-select';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { otherAmounts, useAmountName } from './amounts';
import { plainText } from '@/shared/lib/plain-text';
import { valuesOf, type Bilingual, type FieldValues, type ProductValues } from './values';
import type { OptionValues, VariantValues } from './variants';

/** Conflict dialog: the product was saved by somebody else meanwhile; both versions field by field (state rule 8). */
export function StaleProduct({
  base,
  mine,
  current,
  onResolve,
  onClose,
}: {
  base: ProductView;
  mine: ProductValues;
  /** The current row, from the 409. */
  current: ProductView | undefined;
  onResolve: (values: ProductValues, theirs: ProductView) => void;
  onClose: () => void;
}) {
  const t = useProductText();
  const s = useShared();
  const nameOf = useAmountName();
  const words = usePageTemplateText();
  const templateName = useTemplateName('product');
  const { language } = useLanguage();
  const categories = useQuery(categoriesQuery).data ?? [];
  if (!current) return null;
  const zone = getTimeZone();
  const yesNo = (value: unknown) => s(value ? 'yes' : 'no');
  const list = (value: unknown) => (value as string[]).join(s('list.and')) || '—';
  const long = (value: unknown) => {
    const text = plainText(textOf(value as Bilingual, language));
    return text.length > 160 ? `${text.slice(0, 160)}…` : text || '—';
  };
  const count = (value: unknown) => formatNumber((value as unknown[]).length);
  const names = (value: unknown) =>
    list(
      (value as string[]).map((id) => {
        const category = categories.find((candidate) => candidate.id === id);
        return category ? textOf(category.name, language) : id;
      }),
    );
  const fields: Parameters<typeof StaleDialog<Row>>[0]['fields'] = [
    { key: 'product_type', label: t('options.type'), show: (value) => t(`type.${value as 'basic' | 'multi'}`) },
    { key: 'name', label: t('basic.name') },
    { key: 'short_description', label: t('basic.short'), show: long },
    { key: 'description', label: t('basic.description'), show: long },
    { key: 'images', label: t('images.label'), show: count },
    { key: 'regular_price', label: nameOf('regular_price') },
    { key: 'sale_price', label: nameOf('sale_price') },
    { key: 'sale_from', label: t('price.from') },
    { key: 'sale_until', label: t('price.until') },
    ...otherAmounts.map((key) => ({ key, label: nameOf(key) })),
    { key: 'sku', label: t('stock.sku') },
    { key: 'barcode', label: t('stock.barcode') },
    { key: 'has_unlimited_qty', label: t('stock.unlimitedSwitch'), show: yesNo },
    { key: 'qty', label: t('stock.qty') },
    { key: 'min_qty', label: t('stock.min') },
    { key: 'max_qty', label: t('stock.max') },
    { key: 'low_stock_at', label: t('stock.lowAt') },
    {
      key: 'options',
      label: t('options.title'),
      show: (value) => list((value as OptionValues[]).map((option) => option.values.join(s('list.and')))),
    },
    {
      key: 'variants',
      label: t('variants.title'),
      show: (value) => t('variantsCount', { count: (value as VariantValues[]).length }),
    },
    { key: 'weight_amount', label: t('shipping.weight') },
    { key: 'weight_unit', label: t('shipping.unit'), show: (value) => t(`shipping.${value as 'kg' | 'g'}`) },
    { key: 'requires_shipping', label: t('shipping.requires'), show: yesNo },
    { key: 'has_free_shipping', label: t('shipping.free'), show: yesNo },
    {
      key: 'dynamic_fields',
      label: t('fields.title'),
      show: (value) => list((value as FieldValues[]).map((field) => textOf(field.field_label, language))),
    },
    { key: 'meta_title', label: t('seo.metaTitle') },
    { key: 'meta_description', label: t('seo.metaDescription'), show: long },
    { key: 'keywords', label: t('seo.keywords') },
    { key: 'page_link', label: t('seo.link') },
    {
      key: 'page_links',
      label: t('seo.ownLinks'),
      show: (value) => list(Object.values(value as Bilingual).filter(Boolean)),
    },
    {
      key: 'related',
      label: t('related.title'),
      show: (value) => list((value as ProductValues['related']).map((other) => textOf(other.name, language))),
    },
    { key: 'brand', label: t('organise.brand') },
    { key: 'template', label: words('label'), show: templateName },
    { key: 'is_active', label: t('status.active'), show: yesNo },
    { key: 'is_published', label: t('status.published'), show: yesNo },
    { key: 'publish_at', label: t('status.publishDay'), show: (value) => (value as string).replace('T', ' ') || '—' },
    { key: 'is_tax_free', label: t('status.taxFree'), show: yesNo },
    { key: 'category_ids', label: t('organise.categories'), show: names },
    { key: 'tags', label: t('organise.tags'), show: list },
  ];
  return (
    <StaleDialog<Row>
      fields={fields}
      base={{ ...valuesOf(base, zone) }}
      mine={{ ...mine }}
      theirs={{ ...valuesOf(current, zone) }}
      onClose={onClose}
      onResolve={(values) => onResolve(values, current)}
    />
  );
}

/** The form values as a plain record, for the comparison. */
type Row = { [Key in keyof ProductValues]: ProductValues[Key] };
