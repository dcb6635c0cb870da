import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, flatten, isCalled, pathOf, treeOf } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import type { Chosen } from './chosen-products';
import { useGoodsText } from './i18n';

type Props = Omit<MultiSelectProps, 'value' | 'onChange' | 'data' | 'filter' | 'renderOption'> & {
  value: string[];
  onChange: (ids: string[]) => void;
  /** Names of selected categories, for those deleted since. */
  names?: readonly Chosen[];
};

/**
 * Selects categories of the store, each with its subcategories; found by name in either language, distinguished by
 * their path.
 */
export default function ChosenCategories({ value, onChange, names = [], ...props }: Props) {
  const t = useGoodsText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(categoriesQuery);
  const categories = query.data ?? [];
  const rows = flatten(treeOf(categories));
  const offered = rows.map(({ category }) => ({ value: category.id, label: textOf(category.name, language) }));
  const others = value
    .filter((id) => !offered.some((option) => option.value === id))
    .map((id) => {
      const name = textOf(names.find((each) => each.id === id)?.name, language);
      return { value: id, label: name || (query.data ? t('categories.deleted') : '') };
    });
  return (
    <MultiSelect
      placeholder={value.length === 0 ? t('categories.choose') : undefined}
      {...props}
      data={[...offered, ...others]}
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
      nothingFoundMessage={s('list.noResults')}
      clearButtonProps={{ 'aria-label': s('clear') }}
      value={value}
      onChange={onChange}
    />
  );
}
