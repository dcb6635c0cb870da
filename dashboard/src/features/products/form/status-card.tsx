import { Stack, Switch, Text } from '@mantine/core';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import type { ProductFormState } from './product-form';

export function StatusCard({ form, product }: { form: ProductFormState; product: ProductView | null }) {
  const t = useProductText();
  return (
    <Section title={t('status.title')}>
      <Stack gap={14}>
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
