import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { ListFilter, ListSearchBox } from '@/shared/table/filters';
import { useList } from '@/shared/table/use-list';
import { useProductText } from '../../i18n';
import { productsList, productTabs } from '../../products.model';
import { useSheetText } from './i18n';
import classes from './sheet.module.css';

/** Filters of the sheet, as in the products list. Disabled with unsaved edits: they would be lost. */
export function SheetFilters({ disabled }: { disabled: boolean }) {
  const t = useSheetText();
  const p = useProductText();
  const { language } = useLanguage();
  const list = useList(productsList);
  const mayRead = useCan('read', 'Category');
  const categories = useQuery({ ...categoriesQuery, enabled: mayRead }).data ?? [];
  return (
    <fieldset className={classes.filters} disabled={disabled}>
      <ListSearchBox list={list} placeholder={p('search')} />
      <ListFilter
        list={list}
        name="state"
        label={p('col.state')}
        options={productTabs.filter((tab) => tab !== 'out').map((value) => ({ value, label: p(`tab.${value}`) }))}
      />
      {categories.length > 0 && (
        <ListFilter
          list={list}
          name="category"
          label={p('filter.category')}
          many
          options={flatten(treeOf(categories)).map(({ category, depth }) => ({
            value: category.id,
            label: `${'\u2003'.repeat(depth)}${textOf(category.name, language)}`,
          }))}
        />
      )}
      <ListFilter
        list={list}
        name="stock"
        label={p('filter.stock')}
        options={(['in', 'low', 'out'] as const).map((value) => ({ value, label: p(`filter.stock.${value}`) }))}
      />
      <ListFilter
        list={list}
        name="type"
        label={p('filter.type')}
        options={(['basic', 'multi'] as const).map((value) => ({ value, label: p(`type.${value}`) }))}
      />
      {disabled && (
        <Text size="sm" c="dimmed">
          {t('filtersWait')}
        </Text>
      )}
    </fieldset>
  );
}
