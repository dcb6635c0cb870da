import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { LengthCounter } from '@/modules/search-preview/length-counter';
import { slugOf } from '@/modules/search-preview/slug-preview';
import { languageNames } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useFormLanguage } from '@/shared/forms/form-language';
import { LtrField } from '@/shared/forms/ltr-field';
import { storeLanguages, useSession } from '@/shared/session/session';
import { useProductText } from '../i18n';
import { SearchResult } from './search-result';
import type { ProductFormState } from './product-form';

/** PR-05: the product's search engine data, in each language of the store. */
export function SeoSection({ form, url }: { form: ProductFormState; url?: string }) {
  const t = useProductText();
  const session = useSession();
  const languages = storeLanguages(session);
  const at = useFormLanguage()?.language ?? languages[0] ?? 'ar';
  const [opened, setOpened] = useState(false);
  const { name, short_description, page_link, page_links } = form.values;
  const host = url?.split('/products/')[0] ?? session.store?.url ?? '';
  // The default language has no prefix.
  const prefix = at === session.store?.default_language ? [] : [at];
  const general = slugOf(page_link || textOf(name, 'ar'));
  const own = languages.length > 1 && (opened || languages.some((language) => page_links[language]));
  return (
    <>
      <Text size="sm" c="dimmed" mb={14}>
        {t('seo.text')}
      </Text>
      <Stack gap={18}>
        <SearchResult
          at={at}
          values={form.values}
          address={[host, ...prefix, 'products', slugOf(page_links[at]) || general || '…'].join('/')}
        />
        <TranslatedField form={form} name="meta_title" label={t('seo.metaTitle')}>
          {(language, props) => (
            <>
              <TextInput
                aria-label={t('seo.metaTitle')}
                lang={language}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                maxLength={200}
                placeholder={form.values.name[language]}
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
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                autosize
                minRows={3}
                maxRows={8}
                maxLength={500}
                placeholder={short_description[language]}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <LengthCounter text={props.value} of="description" />
            </>
          )}
        </TranslatedField>
        <div>
          <LtrField
            label={t('seo.link')}
            description={t('seo.linkText')}
            placeholder={slugOf(textOf(name, 'ar'))}
            maxLength={200}
            {...form.getInputProps('page_link')}
          />
          {languages.length > 1 && !own && (
            <Button
              variant="subtle"
              size="compact-sm"
              mt={8}
              leftSection={<IconLanguage size={16} aria-hidden />}
              onClick={() => setOpened(true)}
            >
              {t('seo.ownLinks')}
            </Button>
          )}
        </div>
        {own && (
          <Stack gap={12} data-translated="page_links">
            <Text size="sm" c="dimmed">
              {t('seo.ownLinksText')}
            </Text>
            <LtrField
              key={at}
              label={t('seo.linkIn', { language: languageNames[at] })}
              placeholder={general}
              maxLength={200}
              {...form.getInputProps(`page_links.${at}`)}
            />
          </Stack>
        )}
        <TranslatedField
          form={form}
          name="keywords"
          label={t('seo.keywords')}
          description={t('seo.keywordsText')}
          maxLength={500}
        />
      </Stack>
    </>
  );
}
