import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { stateTones } from '../products.model';
import type { ProductFormState } from './product-form';

// The calendar comes with it: only where something waits to be published.
const PublishTime = lazyPart(() => import('./publish-time').then((module) => ({ default: module.PublishTime })));

export function StatusCard({ form, product }: { form: ProductFormState; product: ProductView | null }) {
  const t = useProductText();
  return (
    <Section title={t('status.title')}>
      <Stack gap={14}>
        {product && (
          <div>
            <StatusBadge tone={stateTones[product.state]}>{t(`state.${product.state}`)}</StatusBadge>
            {product.state === 'scheduled' && product.publish_at && (
              <Text size="xs" c="dimmed" mt={6} component="div">
                {t('status.publishedOn')} <Time value={product.publish_at} />
              </Text>
            )}
            {product.archived_at && (
              <Text size="xs" c="dimmed" mt={6} component="div">
                {t('status.archivedOn')} <Time value={product.archived_at} />
              </Text>
            )}
          </div>
        )}
        <Switch
          label={t('status.active')}
          description={t('status.activeText')}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <Switch
          label={t('status.published')}
          description={t('status.publishedText')}
          {...form.getInputProps('is_published', { type: 'checkbox' })}
        />
        {!form.values.is_published && (
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
