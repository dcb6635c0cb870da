import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { formatAmount, formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import type { Change } from './batches.api';
import classes from './change-line.module.css';
import { useBatchText } from './i18n';

/** The name of a field; one unknown to this version is "another field". */
export function useFieldName(): (field: string) => string {
  const t = useBatchText();
  return (field) => {
    for (const key of [`f.${field}`, `f.${field.split('.')[0]}`]) if (useBatchText.has(key)) return t(key);
    return t('f.other');
  };
}

/** Formats the values of a change. */
export function useFormatChange(): (kind: Change['kind'], values: readonly string[]) => string {
  const t = useBatchText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const categories = useQuery({ ...categoriesQuery, enabled: useCan('read', 'Category') }).data ?? [];
  return (kind, values) => {
    const [first] = values;
    if (kind === 'other') return t('other');
    if (first === undefined) return t('empty');
    switch (kind) {
      case 'money':
        return formatAmount(first, currency);
      case 'number':
        return formatNumber(Number(first));
      case 'grams':
        return t('grams', { number: formatNumber(Number(first)) });
      case 'time':
        return formatDate(first, 'short', language);
      case 'flag':
        return first === 'true' ? t('yes') : t('no');
      case 'categories':
        return values
          .map((id) => categories.find((category) => category.id === id))
          .map((category) => (category ? textOf(category.name, language) : '…'))
          .join(language === 'ar' ? '، ' : ', ');
      default:
        return values.join(language === 'ar' ? '، ' : ', ');
    }
  };
}

/** "Price: 100.00 → 110.00", the arrow in reading direction; for a variant preceded by its values. */
export function ChangeLine({ change }: { change: Change }) {
  const name = useFieldName();
  const formatValues = useFormatChange();
  const before = formatValues(change.kind, change.before);
  const after = formatValues(change.kind, change.after);
  return (
    <span className={classes.line}>
      <span className={classes.field}>
        {change.variant && <bdi>{change.variant} · </bdi>}
        {name(change.field)}
      </span>
      {change.kind === 'other' ? (
        <span>{after}</span>
      ) : (
        <>
          <bdi className={classes.before}>{before}</bdi>
          <span aria-hidden className={classes.arrow} />
          <bdi className={classes.after}>{after}</bdi>
        </>
      )}
    </span>
  );
}
