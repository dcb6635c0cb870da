import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, flatten, isCalled, pathOf, treeOf, type Category } from '@/modules/category-tree/categories';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { ErrorState } from '@/shared/ui/error-state';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import type { Field } from './use-fields';

type Page = Schema<'ContentPageRow'>;
type Choice = Omit<SelectProps, 'value' | 'onChange' | 'data'> & { value: string | null };

export const pagesQuery = apiQuery('/pages');
const menusQuery = apiQuery('/menus');

/** A choice among a few rows of the store. What is chosen and no longer there is named as such. */
function StoreSelect({
  query,
  options,
  gone,
  ...props
}: Choice & {
  query: { data: unknown; error: Error | null; isPending: boolean; refetch: () => unknown };
  options: { value: string; label: string }[];
  /** Says that the chosen one was deleted. */
  gone: string;
  onChange: (id: string | null) => void;
}) {
  const s = useShared();
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { value } = props;
  const isGone = Boolean(value) && query.data !== undefined && !options.some((option) => option.value === value);
  return (
    <Select
      clearable={!props.required}
      allowDeselect={false}
      searchable={options.length > 10}
      nothingFoundMessage={s('list.noResults')}
      clearButtonProps={{ 'aria-label': s('clear') }}
      {...props}
      placeholder={query.isPending ? s('loading') : props.placeholder}
      data={isGone ? [...options, { value: value ?? '', label: gone }] : options}
    />
  );
}

export function CategorySelect({ onPick, ...props }: Choice & { onPick: (category: Category | null) => void }) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const query = useQuery(categoriesQuery);
  const categories = query.data ?? [];
  return (
    <StoreSelect
      {...props}
      query={query}
      searchable
      placeholder={t('category.choose')}
      gone={t('category.deleted')}
      options={flatten(treeOf(categories)).map(({ category }) => ({
        value: category.id,
        label: textOf(category.name, language),
      }))}
      filter={({ options, search }) =>
        options.filter((option) => {
          const found = 'value' in option && categories.find(({ id }) => id === option.value);
          return found && (!search.trim() || isCalled(found, search));
        })
      }
      renderOption={({ option }) => pathOf(categories, option.value, language).join(' › ') || option.label}
      onChange={(chosen) => onPick(categories.find(({ id }) => id === chosen) ?? null)}
    />
  );
}

export function PageSelect({
  onPick,
  isPublished = false,
  ...props
}: Choice & {
  onPick: (page: Page | null) => void;
  /** Offers those alone that shoppers see. */
  isPublished?: boolean;
}) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const query = useQuery(pagesQuery);
  const pages = (query.data ?? []).filter(({ status }) => !isPublished || status === 'published');
  const labelOf = ({ title, status }: Page) => {
    const name = textOf(title, language);
    return status === 'published' ? name : t('page.hidden', { name });
  };
  return (
    <StoreSelect
      {...props}
      query={query}
      placeholder={t('page.choose')}
      gone={t('page.deleted')}
      options={pages.map((page) => ({ value: page.id, label: labelOf(page) }))}
      onChange={(chosen) => onPick(pages.find(({ id }) => id === chosen) ?? null)}
    />
  );
}

const chosenIn = ({ value }: Field) => (typeof value === 'string' && value ? value : null);

export function CategorySetting({ setting, field, isReadOnly }: InputProps<'category'>) {
  return (
    <CategorySelect
      {...useWords(setting)}
      data-path={field.path}
      disabled={isReadOnly}
      error={field.fault ?? field.refusal}
      value={chosenIn(field)}
      onPick={(category) => field.set(category?.id ?? null)}
    />
  );
}

export function PageSetting({ setting, field, isReadOnly }: InputProps<'page'>) {
  return (
    <PageSelect
      {...useWords(setting)}
      data-path={field.path}
      disabled={isReadOnly}
      error={field.fault ?? field.refusal}
      value={chosenIn(field)}
      onPick={(page) => field.set(page?.id ?? null)}
    />
  );
}

/** A menu, by its code. */
export function MenuSetting({ setting, field, isReadOnly }: InputProps<'menu'>) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const query = useQuery(menusQuery);
  return (
    <StoreSelect
      {...useWords(setting)}
      data-path={field.path}
      disabled={isReadOnly}
      error={field.fault ?? field.refusal}
      query={query}
      placeholder={t('menu.choose')}
      gone={t('menu.deleted')}
      options={(query.data ?? []).map(({ code, name }) => ({ value: code, label: textOf(name, language) }))}
      value={chosenIn(field)}
      onChange={(code) => field.set(code ?? '')}
    />
  );
}
