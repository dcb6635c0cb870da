import { Text } from '@mantine/core';
import { directionOf, type Language } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import { usePageFormText } from './i18n';
import classes from './page-form.module.css';

/** Lengths at which search engines truncate title and description. */
const titleRoom = 65;
const textRoom = 160;

const excerpt = (text: string, maxLength: number) => {
  const letters = [...text];
  return letters.length <= maxLength ? text : `${letters.slice(0, maxLength).join('').trimEnd()}…`;
};

/** The page as a search result, in one language, with the same fallbacks as the page's head. */
export function SearchPreview({
  at,
  address,
  title,
  text,
}: {
  at: Language;
  address: string;
  title: string;
  text: string;
}) {
  const t = usePageFormText();
  const store = useSession().store?.name ?? '';
  const fullTitle = store && [...`${title} | ${store}`].length <= titleRoom ? `${title} | ${store}` : title;
  return (
    <div className={classes.result} role="img" aria-label={t('seo.preview')} lang={at} dir={directionOf(at)}>
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
      <div className={classes.resultTitle}>{excerpt(fullTitle, titleRoom)}</div>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {text ? excerpt(text, textRoom) : t('seo.noText')}
      </Text>
    </div>
  );
}
