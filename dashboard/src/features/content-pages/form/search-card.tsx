import { Stack, Textarea, TextInput } from '@mantine/core';
import { LengthCounter } from '@/modules/search-preview/length-counter';
import { SearchPreview } from '@/modules/search-preview/search-preview';
import { slugOf } from '@/modules/search-preview/slug-preview';
import { useFormLanguage } from '@/shared/forms/form-language';
import { TranslatedField } from '@/shared/forms/translated-field';
import { directionOf } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { wordsOf } from '@/shared/lib/plain-text';
import { getSession, storeLanguages } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import type { PageView } from '../content-pages.api';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import { addressOf } from './values';

/** What search engines show of the page, in the language being edited. */
export function SearchCard({ form, base }: { form: PageForm; base: PageView | undefined }) {
  const t = usePageFormText();
  const at = useFormLanguage()?.language ?? storeLanguages(getSession())[0] ?? 'ar';
  const { values } = form;
  const slug = slugOf(values.slugs[at]) || base?.slugs[at] || slugOf(textOf(values.title, at));
  return (
    <Section title={t('seo')} text={t('seo.text')}>
      <Stack gap={18}>
        <SearchPreview
          at={at}
          address={addressOf(slug || '…', at)}
          title={values.meta_title[at].trim() || textOf(values.title, at).trim() || t('title')}
          text={values.meta_description[at].trim() || wordsOf(textOf(values.content, at))}
        />
        <TranslatedField form={form} name="meta_title" label={t('seo.metaTitle')}>
          {(language, props) => (
            <>
              <TextInput
                aria-label={t('seo.metaTitle')}
                lang={language}
                dir={directionOf(language)}
                placeholder={textOf(values.title, language)}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <LengthCounter text={props.value} of="title" />
            </>
          )}
        </TranslatedField>
        <TranslatedField form={form} name="meta_description" label={t('seo.metaDescription')}>
          {(language, props) => (
            <>
              <Textarea
                aria-label={t('seo.metaDescription')}
                lang={language}
                dir={directionOf(language)}
                autosize
                minRows={3}
                maxRows={8}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <LengthCounter text={props.value} of="description" />
            </>
          )}
        </TranslatedField>
      </Stack>
    </Section>
  );
}
