import { Card } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { FormLanguageSwitch } from '@/shared/forms/form-language';
import { getSession, storeLanguages } from '@/shared/session/session';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { amounts } from './amounts';
import { BasicSection } from './basic-section';
import { CardSkeleton } from './card-skeleton';
import { DescriptionSection } from './description-section';
import classes from './form.module.css';
import { InventorySection } from './inventory-section';
import { MemoSection } from './memo-section';
import { PricingSection } from './pricing-section';
import { ProductFields } from './product-access';
import type { ProductFormState } from './product-form';
import { RareCards } from './rare-cards';

// Sections below the first screen load after it: the fields above are usable meanwhile.
const OptionsSection = lazyPart(() =>
  import('./options-section').then((module) => ({ default: module.OptionsSection })),
);
const none: ProductView['variants'] = [];
const shownByOptions = [
  'product_type',
  'options',
  'variants',
  'images',
  ...amounts,
  'weight_amount',
  'weight_unit',
  'requires_shipping',
] as const;

/** The texts that the form's language switch applies to. */
const written = ['name', 'short_description', 'description', 'meta_title', 'meta_description', 'keywords'] as const;

/** The main column of a product's form: name, pictures, price and stock first, what is rarely needed last. */
export function ProductMain({
  form,
  base,
  round,
  first,
}: {
  form: ProductFormState;
  base: ProductView | null;
  /** Changed to remount the editors. */
  round: number;
  /** Rendered above the fields. */
  first?: ReactNode;
}) {
  const t = useProductText();
  return (
    <>
      {first}
      {storeLanguages(getSession()).length > 1 && (
        <div className={classes.language}>
          <Card px={{ base: 16, sm: 20 }} py={8}>
            <FormLanguageSwitch
              form={form}
              names={written}
              texts={form.values.dynamic_fields.map((field) => field.field_label)}
              label={t('language')}
            />
          </Card>
        </div>
      )}
      <MemoSection form={form} shows={['name', 'images']} extra={round}>
        <ProductFields>
          <BasicSection form={form} key={`basic-${round}`} />
        </ProductFields>
      </MemoSection>
      <MemoSection form={form} shows={['product_type', ...amounts, 'sale_from', 'sale_until']}>
        <ProductFields>
          <PricingSection form={form} />
        </ProductFields>
      </MemoSection>
      <MemoSection
        form={form}
        shows={['product_type', 'sku', 'barcode', 'has_unlimited_qty', 'qty', 'min_qty', 'max_qty', 'low_stock_at']}
        extra={base?.id}
      >
        <ProductFields>
          <InventorySection form={form} id={base?.id} />
        </ProductFields>
      </MemoSection>
      <Suspense fallback={<CardSkeleton height={160} />}>
        <MemoSection form={form} shows={shownByOptions} extra={base?.version}>
          <ProductFields>
            <OptionsSection form={form} stored={base?.variants ?? none} />
          </ProductFields>
        </MemoSection>
      </Suspense>
      <MemoSection form={form} shows={['short_description', 'description']} extra={round}>
        <ProductFields>
          <DescriptionSection form={form} key={`description-${round}`} />
        </ProductFields>
      </MemoSection>
      <RareCards form={form} base={base} />
    </>
  );
}
