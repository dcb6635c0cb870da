import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { languageNames } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useFormLanguage } from '@/shared/forms/form-language';
import { LtrField } from '@/shared/forms/ltr-field';
import { storeLanguages, useSession } from '@/shared/session/session';
import { useProductText } from '../i18n';
import classes from './form.module.css';
import { SearchResult } from './search-result';
import type { ProductFormState } from './product-form';

const length = (text: string) => [...text].length;

/** Preview of the slug derived from a name; the server creates the real one. */
export const linkOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** PR-05: the product's search engine data, in each language of the store. */
export function SeoSection({ form, url }: { form: ProductFormState; url?: string }) {
  const t = useProductText();
  const session = useSession();
  const languages = storeLanguages(session);
  const at = useFormLanguage()?.language ?? languages[0] ?? 'ar';
  const [opened, setOpened] = useState(false);
  const { name, short_description, page_link, page_links } = form.values;
  const store = (url?.split('/products/')[0] ?? session.store?.url ?? '').replace(/^https?:\/\//, '');
  // The default language has no prefix.
  const prefix = at === session.store?.default_language ? [] : [at];
  const general = linkOf(page_link || textOf(name, 'ar'));
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
          store={session.store?.name ?? ''}
          host={store}
          path={[...prefix, 'products', linkOf(page_links[at]) || general || '…']}
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
              <Counter text={props.value} advice={t('seo.titleAdvice')} good={[30, 60]} />
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
              <Counter text={props.value} advice={t('seo.descriptionAdvice')} good={[150, 160]} />
            </>
          )}
        </TranslatedField>
        <div>
          <LtrField
            label={t('seo.link')}
            description={t('seo.linkText')}
            placeholder={linkOf(textOf(name, 'ar'))}
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

/** The length of a text, and how much search engines show of it. */
function Counter({ text, advice, good }: { text: string; advice: string; good: readonly [number, number] }) {
  const t = useProductText();
  const count = length(text.trim());
  const fits = count >= good[0] && count <= good[1];
  const verdict = count === 0 ? advice : fits ? t('seo.fits') : t(count > good[1] ? 'seo.tooLong' : 'seo.tooShort');
  return (
    <div className={classes.counter}>
      <span>{verdict}</span>
      <span className={fits ? classes.good : count > good[1] ? classes.bad : undefined}>
        <span className="num">
          {formatNumber(count)} / {good[1]}
        </span>
      </span>
    </div>
  );
}
