import { Alert, Radio, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import type { ProductFormState } from './product-form';
import type { ProductValues } from './values';

type Status = 'published' | 'unpublished' | 'inactive';

/** The product is sold out by its quantities; an empty quantity does not count. */
export function isSoldOut({ product_type, has_unlimited_qty, qty, variants }: ProductValues): boolean {
  if (product_type === 'basic') return !has_unlimited_qty && qty === 0;
  const sold = variants.filter((variant) => variant.is_active);
  return sold.length > 0 && sold.every((variant) => !variant.has_unlimited_qty && variant.qty === 0);
}

// Loads the calendar with it: only for scheduled products.
const PublishTime = lazyPart(() => import('./publish-time').then((module) => ({ default: module.PublishTime })));

export function StatusCard({ form, product }: { form: ProductFormState; product: ProductView | null }) {
  const t = useProductText();
  const { is_active, is_published } = form.values;
  // Two fields of the API, one choice here: the product's visibility to shoppers.
  const status: Status = !is_active ? 'inactive' : is_published ? 'published' : 'unpublished';
  const offered: readonly Status[] = product ? ['published', 'unpublished', 'inactive'] : ['published', 'unpublished'];
  const choose = (next: Status) => {
    form.setFieldValue('is_active', next !== 'inactive');
    if (next !== 'inactive') form.setFieldValue('is_published', next === 'published');
  };
  const soldOut = isSoldOut(form.values);
  return (
    <Section title={t('status.title')}>
      <Stack gap={14}>
        {product?.state === 'scheduled' && product.publish_at && (
          <Text size="xs" c="dimmed" component="div">
            {t('status.publishedOn')} <Time value={product.publish_at} />
          </Text>
        )}
        {product?.archived_at && (
          <Text size="xs" c="dimmed" component="div">
            {t('status.archivedOn')} <Time value={product.archived_at} />
          </Text>
        )}
        <Radio.Group
          // The group's accessible name: Mantine sets `aria-label` on the wrapper, where it is not read.
          label={t('status.title')}
          labelProps={{ className: 'unseen' }}
          value={status}
          error={form.errors.is_published ?? form.errors.is_active}
          onChange={(next) => choose(next as Status)}
        >
          <Stack gap={10} data-path="is_published">
            {offered.map((one) => (
              <Radio key={one} value={one} label={t(`state.${one}`)} description={t(`status.is.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {status === 'published' && soldOut && (
          <Alert color="yellow" p={10}>
            {t(form.values.product_type === 'multi' ? 'status.soldOutVariants' : 'status.soldOut')}
          </Alert>
        )}
        {status === 'unpublished' && (
          <Suspense fallback={<Skeleton height={62} />}>
            <PublishTime form={form} />
          </Suspense>
        )}
        <Switch
          label={t('status.taxFree')}
          description={t('status.taxFreeText')}
          {...form.getInputProps('is_tax_free', { type: 'checkbox' })}
        />
        {product && (
          <Text size="xs" c="dimmed" component="div">
            {t('status.updated')} <Time value={product.updated_at} relative />
          </Text>
        )}
      </Stack>
    </Section>
  );
}
