import { Text } from '@mantine/core';
import type { Language } from '@/shared/i18n/language';
import { useProductText } from '../i18n';
import classes from './form.module.css';
import { plainText } from './plain-text';
import type { ProductValues } from './values';

/** Lengths at which search engines truncate title and description. */
const titleRoom = 60;
const textRoom = 160;

const excerpt = (text: string, maxLength: number) => {
  const letters = [...text];
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength).join('').trimEnd()}…`;
};

/** Preview of the product's page as a search result, in one language, with the same fallbacks as the page's head. */
export function SearchResult({
  at,
  values,
  store,
  host,
  path,
}: {
  at: Language;
  values: ProductValues;
  store: string;
  host: string;
  path: string[];
}) {
  const t = useProductText();
  const other: Language = at === 'ar' ? 'en' : 'ar';
  const first = (...texts: string[]) => texts.find((text) => text.trim()) ?? '';
  const { name, meta_title, meta_description, short_description, description } = values;
  const title = first(meta_title[at], meta_title[other], name[at], name[other]) || t('basic.name');
  const text = first(
    meta_description[at],
    meta_description[other],
    short_description[at],
    short_description[other],
    plainText(description[at] || description[other]),
  );
  const fullTitle = store && [...`${title} | ${store}`].length <= 65 ? `${title} | ${store}` : title;
  return (
    <div
      className={classes.google}
      role="img"
      aria-label={t('seo.preview')}
      lang={at}
      dir={at === 'ar' ? 'rtl' : 'ltr'}
    >
      <div className={classes.googleHost}>
        <span className={classes.googleIcon} aria-hidden>
          {[...store][0] ?? '•'}
        </span>
        <div>
          <div className={classes.googleStore}>
            <bdi>{store}</bdi>
          </div>
          <bdi className="num">{[host, ...path].join(' › ')}</bdi>
        </div>
      </div>
      <div className={classes.googleTitle}>{excerpt(fullTitle, Math.max(titleRoom, 65))}</div>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {text ? excerpt(text, textRoom) : t('seo.noText')}
      </Text>
    </div>
  );
}
