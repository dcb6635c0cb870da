import { Stack, Switch, TagsInput, Text } from '@mantine/core';
import { useCan } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { CategoryPicker } from './category-picker';
import { clearUnder, errorUnder } from './errors-under';
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

export function OrganisationCard({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const mayRead = useCan('read', 'Category');
  return (
    <Section title={t('organise.title')}>
      <Stack gap={18}>
        {mayRead && <CategoryPicker form={form} />}
        <div data-translated="tags">
          <TagsInput
            label={t('organise.tags')}
            description={t('organise.tagsText')}
            placeholder={form.values.tags.length === 0 ? t('organise.tagsPlaceholder') : undefined}
            maxTags={50}
            splitChars={[',', '،']}
            data-path="tags"
            value={form.values.tags}
            error={errorUnder(form, 'tags')}
            onChange={(tags) => {
              clearUnder(form, 'tags');
              form.setFieldValue('tags', tags);
            }}
          />
        </div>
      </Stack>
    </Section>
  );
}
