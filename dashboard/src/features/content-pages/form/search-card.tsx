import { Stack, Textarea, TextInput } from '@mantine/core';
import { useFormLanguage } from '@/shared/forms/form-language';
import { TranslatedField } from '@/shared/forms/translated-field';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import type { PageView } from '../content-pages.api';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import classes from './page-form.module.css';
import { SearchPreview } from './search-preview';
import { addressOf, plainText, slugOf } from './values';

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
          text={values.meta_description[at].trim() || plainText(textOf(values.content, at))}
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
                dir={directionOf(language)}
                autosize
                minRows={3}
                maxRows={8}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <Counter text={props.value} advice={t('seo.descriptionAdvice')} good={[150, 160]} />
            </>
          )}
        </TranslatedField>
      </Stack>
    </Section>
  );
}

/** The length of a text, and how much search engines show of it. */
function Counter({ text, advice, good }: { text: string; advice: string; good: readonly [number, number] }) {
  const t = usePageFormText();
  const count = [...text.trim()].length;
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
