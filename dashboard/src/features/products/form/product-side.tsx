import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { CardSkeleton } from './card-skeleton';
import { FoldedCard } from './folded-card';
import { MemoSection } from './memo-section';
import { ProductFields } from './product-access';
import type { ProductFormState } from './product-form';
import { StatusCard } from './status-card';
import { useSummaries } from './summaries';

// Loaded after the first screen.
const OrganisationCard = lazyPart(() =>
  import('./organisation-card').then((module) => ({ default: module.OrganisationCard })),
);
const RelatedCard = lazyPart(() => import('./related-card').then((module) => ({ default: module.RelatedCard })));

/** The side column of a product's form: status and organisation. */
export function ProductSide({
  form,
  base,
  first,
}: {
  form: ProductFormState;
  base: ProductView | null;
  /** Rendered above the cards. */
  first?: ReactNode;
}) {
  const t = useProductText();
  const summaries = useSummaries(form.values);
  return (
    <>
      {first}
      <MemoSection
        form={form}
        shows={[
          'is_active',
          'is_published',
          'publish_at',
          'is_tax_free',
          'product_type',
          'qty',
          'has_unlimited_qty',
          'variants',
        ]}
        extra={[base?.updated_at, base?.state]}
      >
        <ProductFields>
          <StatusCard form={form} product={base} />
        </ProductFields>
      </MemoSection>
      <Suspense fallback={<CardSkeleton height={360} />}>
        <MemoSection form={form} shows={['category_ids', 'tags', 'brand', 'template']}>
          <ProductFields>
            <OrganisationCard form={form} />
          </ProductFields>
        </MemoSection>
      </Suspense>
      <MemoSection form={form} shows={['related']}>
        <FoldedCard
          form={form}
          title={t('related.title')}
          summary={summaries.related()}
          paths={['related_ids']}
          height={90}
        >
          <RelatedCard form={form} product={base} />
        </FoldedCard>
      </MemoSection>
    </>
  );
}
