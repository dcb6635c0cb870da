import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import type { CouponValues } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';
import { sentenceOf } from './sentence';

/** The coupon's effect in a sentence, updated while the form is edited. */
export function CouponSentence({ values }: { values: CouponValues }) {
  const t = useCouponText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const mayReadCategories = useCan('read', 'Category');
  const all = useQuery({ ...categoriesQuery, enabled: mayReadCategories && values.scope === 'categories' }).data ?? [];
  const names = values.category_ids.flatMap((id) => {
    const found = all.find((category) => category.id === id);
    return found ? [textOf(found.name, language)] : [];
  });
  const categories = names.length === values.category_ids.length ? names : [];
  const sentence = sentenceOf(values, { t, language, currency, categories });
  return (
    <div role="status">
      {sentence ? (
        <Text component="p" className={classes.sentence}>
          {sentence} {!values.is_active && t('words.off')}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {t('words.none')}
        </Text>
      )}
    </div>
  );
}
