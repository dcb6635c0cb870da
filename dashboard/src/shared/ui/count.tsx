import { moreThan } from '../i18n/catalogue';
import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/language';

/**
 * A number of things where there is little room: beside a tab, in the menu. Where the server counted no further (`isMore`) it is
 * "1,000+", and a reader hears "more than 1,000". In a sentence: `t('rows', { count, isMore })`.
 */
export function Count({ of, isMore = false }: { of: number; isMore?: boolean | undefined }) {
  const { language } = useLanguage();
  if (!isMore) return <span className="num">{formatNumber(of)}</span>;
  const words = moreThan(of, language);
  return (
    <span className="num" role="img" aria-label={words} title={words}>
      {`${formatNumber(of)}+`}
    </span>
  );
}
