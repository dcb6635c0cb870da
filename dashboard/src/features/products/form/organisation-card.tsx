import { Stack, TagsInput, TextInput } from '@mantine/core';
import { TemplateSelect } from '@/modules/page-template/template-select';
import { useCan } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { CategoryPicker } from './category-picker';
import { clearUnder, errorUnder } from './errors-under';
import type { ProductFormState } from './product-form';

/** The product's categories and tags, and the template of its page. */
export function OrganisationCard({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const mayRead = useCan('read', 'Category');
  return (
    <Section title={t('organise.title')}>
      <Stack gap={18}>
        {mayRead && <CategoryPicker form={form} />}
        <TextInput
          label={t('organise.brand')}
          placeholder={t('organise.brandPlaceholder')}
          maxLength={100}
          {...form.getInputProps('brand')}
        />
        <div data-translated="tags">
          <TagsInput
            label={t('organise.tags')}
            description={t('organise.tagsText')}
            placeholder={form.values.tags.length === 0 ? t('organise.tagsPlaceholder') : undefined}
            maxTags={50}
            data-path="tags"
            value={form.values.tags}
            error={errorUnder(form, 'tags')}
            onChange={(tags) => {
              clearUnder(form, 'tags');
              form.setFieldValue('tags', tags);
            }}
          />
        </div>
        <TemplateSelect of="product" {...form.getInputProps('template')} />
      </Stack>
    </Section>
  );
}
