import { Stack } from '@mantine/core';
import { directionOf } from '@/shared/i18n/language';
import { TranslatedField } from '@/shared/forms/translated-field';
import { RichText } from '@/shared/rich-text/rich-text';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { useMaySave } from './product-access';
import type { ProductFormState } from './product-form';

/** The short and the long description. */
export function DescriptionSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const maySave = useMaySave();
  return (
    <Section title={t('basic.description')}>
      <Stack gap={18}>
        <TranslatedField
          form={form}
          name="short_description"
          label={t('basic.short')}
          kind="multiline"
          rows={2}
          maxLength={1000}
        />
        <TranslatedField form={form} name="description" label={t('basic.long')}>
          {(language, props) => <RichText {...props} dir={directionOf(language)} isReadOnly={!maySave} />}
        </TranslatedField>
      </Stack>
    </Section>
  );
}
