import { lazyPart } from '@/shared/ui/lazy-part';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { FoldedCard } from './folded-card';
import { MemoSection } from './memo-section';
import type { ProductFormState } from './product-form';
import { useSummaries } from './summaries';

// Fetched when their card is opened.
const ShippingSection = lazyPart(() =>
  import('./shipping-section').then((module) => ({ default: module.ShippingSection })),
);
const FieldsSection = lazyPart(() => import('./fields-section').then((module) => ({ default: module.FieldsSection })));
const SeoSection = lazyPart(() => import('./seo-section').then((module) => ({ default: module.SeoSection })));

const shipping = ['requires_shipping', 'has_free_shipping', 'weight_amount', 'weight_unit'] as const;
const seo = ['meta_title', 'meta_description', 'keywords', 'page_link', 'page_links'] as const;

/** Shipping, custom fields and search engines: folded until they are needed. */
export function RareCards({ form, base }: { form: ProductFormState; base: ProductView | null }) {
  const t = useProductText();
  const summaries = useSummaries(form.values);
  return (
    <>
      <MemoSection form={form} shows={shipping}>
        <FoldedCard
          form={form}
          title={t('shipping.title')}
          summary={summaries.shipping()}
          paths={shipping}
          height={190}
        >
          <ShippingSection form={form} />
        </FoldedCard>
      </MemoSection>
      <MemoSection form={form} shows={['dynamic_fields']}>
        <FoldedCard
          form={form}
          title={t('fields.title')}
          summary={summaries.fields()}
          paths={[
            'dynamic_fields',
            ...form.values.dynamic_fields.flatMap((_, index) =>
              ['', '.field_label', '.choices'].map((part) => `dynamic_fields.${index}${part}`),
            ),
          ]}
          height={90}
        >
          <FieldsSection form={form} />
        </FoldedCard>
      </MemoSection>
      <MemoSection form={form} shows={['name', 'short_description', 'description', ...seo]} extra={base?.url}>
        <FoldedCard form={form} title={t('seo.title')} summary={summaries.seo()} paths={seo} height={560}>
          <SeoSection form={form} url={base?.url} />
        </FoldedCard>
      </MemoSection>
    </>
  );
}
