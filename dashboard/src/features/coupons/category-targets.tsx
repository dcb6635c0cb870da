import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, flatten, isCalled, pathOf, treeOf } from '@/modules/category-tree/categories';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { mostTargets, type CouponValues } from './coupons.model';
import { clearUnder, errorUnder } from './errors-under';
import { useCouponText } from './i18n';

/** The categories that a coupon is for, each with all below it. */
export default function CategoryTargets({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  const s = useShared();
  const { language } = useLanguage();
  const categories = useQuery(categoriesQuery).data ?? [];
  const rows = flatten(treeOf(categories));
  const chosen = form.values.category_ids;
  return (
    <MultiSelect
      label={t('categories')}
      description={t('categoriesHint')}
      placeholder={chosen.length === 0 ? t('categories.choose') : undefined}
      data={rows.map(({ category }) => ({ value: category.id, label: textOf(category.name, language) }))}
      filter={({ options, search }) =>
        options.filter((option) => {
          const found = 'value' in option && categories.find((category) => category.id === option.value);
          return found && (!search.trim() || isCalled(found, search));
        })
      }
      renderOption={({ option }) => pathOf(categories, option.value, language).join(' › ')}
      searchable
      clearable
      hidePickedOptions
      maxValues={mostTargets}
      nothingFoundMessage={s('list.noResults')}
      clearButtonProps={{ 'aria-label': s('clear') }}
      data-path="category_ids"
      error={errorUnder(form.errors, 'category_ids')}
      value={chosen}
      onChange={(ids) => {
        clearUnder(form, 'category_ids');
        form.setFieldValue('category_ids', ids);
      }}
    />
  );
}
