import { Text } from '@mantine/core';
import { directionOf, type Language } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import { useSearchPreviewText } from './i18n';
import classes from './search-preview.module.css';

/** Lengths at which search engines truncate title and description. */
const titleRoom = 65;
const textRoom = 160;

const excerpt = (text: string, maxLength: number) => {
  const letters = [...text];
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength).join('').trimEnd()}…`;
};

/** A page of the store as a search result, in one language; the title and text that its head falls back to are given. */
export function SearchPreview({
  at,
  address,
  title,
  text,
}: {
  at: Language;
  /** With or without its scheme. */
  address: string;
  title: string;
  text: string;
}) {
  const t = useSearchPreviewText();
  const store = useSession().store?.name ?? '';
  const fullTitle = store && [...`${title} | ${store}`].length <= titleRoom ? `${title} | ${store}` : title;
  return (
    <div className={classes.result} role="img" aria-label={t('preview')} lang={at} dir={directionOf(at)}>
      <div className={classes.host}>
        <span className={classes.icon} aria-hidden>
          {[...store][0] ?? '•'}
        </span>
        <div>
          <div className={classes.store}>
            <bdi>{store}</bdi>
          </div>
          <bdi className="num">
            {address
              .replace(/^https?:\/\//, '')
              .split('/')
              .join(' › ')}
          </bdi>
        </div>
      </div>
      <div className={classes.title}>{excerpt(fullTitle, titleRoom)}</div>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {text ? excerpt(text, textRoom) : t('noText')}
      </Text>
    </div>
  );
}
