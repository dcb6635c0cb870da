import { SearchPreview } from '@/modules/search-preview/search-preview';
import type { Language } from '@/shared/i18n/language';
import { wordsOf } from '@/shared/lib/plain-text';
import { useProductText } from '../i18n';
import type { ProductValues } from './values';

/** The product's page as a search result, in one language, with the same fallbacks as the page's head. */
export function SearchResult({ at, values, address }: { at: Language; values: ProductValues; address: string }) {
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
    wordsOf(description[at] || description[other]),
  );
  return <SearchPreview at={at} address={address} title={title} text={text} />;
}
