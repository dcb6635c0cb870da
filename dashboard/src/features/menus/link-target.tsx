import { Button, Input, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { categoriesQuery, flatten, isCalled, pathOf, treeOf } from '@/modules/category-tree/categories';
import { ProductSearch } from '@/modules/products/product-search';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { ErrorState } from '@/shared/ui/error-state';
import { useMenuText } from './i18n';
import { titleAfterPick, type LinkValues } from './link-values';
import { pagesQuery } from './menus.api';
import classes from './menus.module.css';

type Form = ApiForm<LinkValues>;

/** Choosing a target fills the link's text, until that is typed over. */
function pick(form: Form, target: { id: string; name: Texts; isShown: boolean } | null): void {
  const { title, target_name } = form.getValues();
  form.clearFieldError('entity_id');
  form.setValues({
    entity_id: target?.id ?? null,
    target_name: target && { ar: target.name.ar ?? undefined, en: target.name.en ?? undefined },
    target_state: target && !target.isShown ? 'hidden' : 'shown',
    // A target that is taken away to choose another leaves the text until that is chosen.
    title: target ? titleAfterPick(title, target_name, target.name) : title,
  });
}

/** What a link leads to: a product, a category or a page. */
export function LinkTarget({ form, kind }: { form: Form; kind: 'PRODUCT' | 'CATEGORY' | 'PAGE' }) {
  const t = useMenuText();
  const { target_state } = form.values;
  const state = target_state === 'shown' ? undefined : `${t(`${target_state}.${kind}`)} · ${t('notShown')}`;
  if (kind === 'PRODUCT') return <ProductTarget form={form} state={state} />;
  return kind === 'CATEGORY' ? <CategoryTarget form={form} state={state} /> : <PageTarget form={form} state={state} />;
}

interface TargetProps {
  form: Form;
  /** Why shoppers do not see the target. */
  state: string | undefined;
}

function ProductTarget({ form, state }: TargetProps) {
  const t = useMenuText();
  const { language } = useLanguage();
  const { entity_id, target_name } = form.values;
  const name = textOf(target_name, language);
  const wrapper = useRef<HTMLDivElement>(null);
  /** The search and the chosen product take each other's place, and the focus with it. */
  const swap = (change: () => void) => {
    flushSync(change);
    wrapper.current?.querySelector<HTMLElement>('input,button')?.focus();
  };
  return (
    <Input.Wrapper
      ref={wrapper}
      label={t('product')}
      labelElement="div"
      required
      description={state}
      error={form.errors.entity_id}
    >
      {entity_id ? (
        <div className={classes.chosen}>
          <bdi>{name || t(form.values.target_state === 'missing' ? 'missing.PRODUCT' : 'kind.PRODUCT')}</bdi>
          <Button
            variant="subtle"
            size="compact-sm"
            data-path="entity_id"
            onClick={() => swap(() => form.setFieldValue('entity_id', null))}
          >
            {t('change')}
          </Button>
        </div>
      ) : (
        <ProductSearch
          label={t('productSearch')}
          data-path="entity_id"
          onPick={(row) => swap(() => pick(form, { id: row.id, name: row.name, isShown: row.state === 'published' }))}
        />
      )}
    </Input.Wrapper>
  );
}

function CategoryTarget({ form, state }: TargetProps) {
  const t = useMenuText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(categoriesQuery);
  const categories = query.data ?? [];
  const rows = flatten(treeOf(categories));
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Select
      {...form.getInputProps('entity_id')}
      label={t('category')}
      description={state}
      required
      allowDeselect={false}
      placeholder={query.isPending ? s('loading') : t('categoryChoose')}
      searchable
      nothingFoundMessage={s('list.noResults')}
      data={rows.map(({ category }) => ({ value: category.id, label: textOf(category.name, language) }))}
      filter={({ options, search }) =>
        options.filter((option) => {
          const found = 'value' in option && categories.find((category) => category.id === option.value);
          return found && (!search.trim() || isCalled(found, search));
        })
      }
      renderOption={({ option }) => pathOf(categories, option.value, language).join(' › ')}
      onChange={(id) => {
        const found = categories.find((category) => category.id === id);
        pick(form, found ? { id: found.id, name: found.name, isShown: found.is_active } : null);
      }}
    />
  );
}

function PageTarget({ form, state }: TargetProps) {
  const t = useMenuText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(pagesQuery);
  const pages = query.data ?? [];
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Select
      {...form.getInputProps('entity_id')}
      label={t('page')}
      description={state}
      required
      allowDeselect={false}
      placeholder={query.isPending ? s('loading') : t('pageChoose')}
      searchable={pages.length > 10}
      nothingFoundMessage={s('list.noResults')}
      data={pages.map((page) => {
        const name = textOf(page.title, language);
        return { value: page.id, label: page.status === 'published' ? name : t('pageHidden', { name }) };
      })}
      onChange={(id) => {
        const found = pages.find((page) => page.id === id);
        pick(form, found ? { id: found.id, name: found.title, isShown: found.status === 'published' } : null);
      }}
    />
  );
}
