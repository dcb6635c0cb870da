import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { TranslatedField } from '@/shared/forms/translated-field';
import { LtrField } from '@/shared/forms/ltr-field';
import { useSession } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';

const length = (text: string) => [...text].length;

/** How a link will look that is made of a name; the server makes the real one. */
export const linkOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** PR-05: what search engines show of the product. */
export function SeoSection({ form, url }: { form: ProductFormState; url?: string }) {
  const t = useProductText();
  const { language } = useLanguage();
  const store = useSession().store?.url ?? '';
  const host = (url?.split('/products/')[0] ?? store).replace(/^https?:\/\//, '');
  const { meta_title, meta_description, name, short_description, page_link } = form.values;
  const title = textOf(meta_title, language) || textOf(name, language) || t('basic.name');
  const text = textOf(meta_description, language) || textOf(short_description, language) || t('seo.noText');
  const link = linkOf(page_link || textOf(name, 'ar'));
  return (
    <Section title={t('seo.title')} text={t('seo.text')}>
      <Stack gap={18}>
        <div className={classes.google} aria-label={t('seo.preview')} role="img">
          <div className={classes.googleHost}>
            <bdi className="num">
              {host}/products/{link || '…'}
            </bdi>
          </div>
          <div className={classes.googleTitle}>
            <bdi>{title}</bdi>
          </div>
          <Text size="sm" c="dimmed" lineClamp={2}>
            <bdi>{text}</bdi>
          </Text>
        </div>
        <TranslatedField form={form} name="meta_title" label={t('seo.metaTitle')}>
          {(at, props) => (
            <>
              <TextInput
                aria-label={t('seo.metaTitle')}
                lang={at}
                dir={at === 'ar' ? 'rtl' : 'ltr'}
                maxLength={200}
                placeholder={form.values.name[at]}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <Counter at={at} text={props.value} advice={t('seo.titleAdvice')} good={[30, 60]} />
            </>
          )}
        </TranslatedField>
        <TranslatedField form={form} name="meta_description" label={t('seo.metaDescription')}>
          {(at, props) => (
            <>
              <Textarea
                aria-label={t('seo.metaDescription')}
                lang={at}
                dir={at === 'ar' ? 'rtl' : 'ltr'}
                autosize
                minRows={3}
                maxRows={8}
                maxLength={500}
                placeholder={form.values.short_description[at]}
                {...props}
                onChange={(event) => props.onChange(event.currentTarget.value)}
              />
              <Counter at={at} text={props.value} advice={t('seo.descriptionAdvice')} good={[150, 160]} />
            </>
          )}
        </TranslatedField>
        <LtrField
          label={t('seo.link')}
          description={t('seo.linkText')}
          placeholder={linkOf(textOf(name, 'ar'))}
          maxLength={200}
          {...form.getInputProps('page_link')}
        />
        <TranslatedField
          form={form}
          name="keywords"
          label={t('seo.keywords')}
          description={t('seo.keywordsText')}
          maxLength={500}
        />
      </Stack>
    </Section>
  );
}

function Counter({
  at,
  text,
  advice,
  good,
}: {
  at: Language;
  text: string;
  advice: string;
  good: readonly [number, number];
}) {
  const count = length(text.trim());
  const fits = count >= good[0] && count <= good[1];
  return (
    <div className={classes.counter} key={at}>
      <span>{advice}</span>
      <span className={fits ? classes.good : count > good[1] ? classes.bad : undefined}>
        <span className="num">
          {formatNumber(count)} / {good[1]}
        </span>
      </span>
    </div>
  );
}
