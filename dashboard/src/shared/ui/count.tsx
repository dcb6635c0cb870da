import { moreThan } from '../i18n/catalogue';
import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/language';

/**
 * A count where there is little room: beside a tab, in the menu. A capped one (`isMore`) is "1,000+", and screen
 * readers get "more than 1,000". In a sentence: `t('rows', { count, isMore })`.
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
