import { Stack } from '@mantine/core';
import { TranslatedField } from '@/shared/forms/translated-field';
import { directionOf } from '@/shared/i18n/language';
import { RichText } from '@/shared/rich-text/rich-text';
import { Section } from '@/shared/ui/page';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import { mostTitle } from './values';

/** Title and content. */
export function TextSection({ form, isReadOnly }: { form: PageForm; isReadOnly: boolean }) {
  const t = usePageFormText();
  return (
    <Section title={t('text')}>
      <Stack gap={18}>
        <TranslatedField form={form} name="title" label={t('title')} required maxLength={mostTitle} />
        <TranslatedField form={form} name="content" label={t('content')}>
          {(language, props) => (
            <RichText
              {...props}
              name={t('content')}
              dir={directionOf(language)}
              minHeight={320}
              isReadOnly={isReadOnly}
            />
          )}
        </TranslatedField>
      </Stack>
    </Section>
  );
}
