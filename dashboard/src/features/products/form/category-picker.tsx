import { Button, Checkbox, Input, Pill, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  categoriesKey,
  categoriesQuery,
  flatten,
  foldText,
  isCalled,
  pathOf,
  treeOf,
} from '@/modules/category-tree/categories';
import { api } from '@/shared/api/client';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { useProductText } from '../i18n';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';

/** The category tree with checkboxes; the search box finds categories, and creates missing ones. */
export function CategoryPicker({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const [input, setInput] = useState('');
  const query = useQuery(categoriesQuery);
  const categories = query.data ?? [];
  const mayCreate = useCan('create', 'Category');
  const chosen = form.values.category_ids;
  const create = useApiMutation({
    run: async (name: string) =>
      (await api.post('/categories', { body: { name: language === 'ar' ? { ar: name } : { en: name } } })).data,
    invalidates: [categoriesKey],
  });
  const set = (ids: string[]) => {
    clearUnder(form, 'category_ids');
    form.setFieldValue('category_ids', ids);
  };
  const toggle = (id: string) => set(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const search = input.trim();
  const rows = flatten(treeOf(categories)).filter(({ category }) => !search || isCalled(category, search));
  const exists = categories.some((category) =>
    [category.name.ar, category.name.en].some((name) => name && foldText(name) === foldText(search)),
  );
  const canCreate = mayCreate && search !== '' && !exists;
  const createCategory = () => {
    if (create.isPending) return;
    create.mutate(search, {
      onSuccess: (category) => {
        set([...form.getValues().category_ids, category.id]);
        setInput('');
      },
    });
  };
  const nameOf = (id: string) => {
    const category = categories.find((candidate) => candidate.id === id);
    return category ? textOf(category.name, language) : null;
  };
  return (
    <div data-translated="category_ids">
      <Input.Wrapper label={t('organise.categories')} error={errorUnder(form, 'category_ids')} labelElement="div">
        {chosen.some(nameOf) && (
          <div className={classes.pills}>
            {chosen.map((id) => {
              const name = nameOf(id);
              return name ? (
                <Pill
                  key={id}
                  withRemoveButton
                  title={pathOf(categories, id, language).join(' › ')}
                  removeButtonProps={{
                    'aria-label': t('organise.remove', { name }),
                    'aria-hidden': false,
                    tabIndex: 0,
                  }}
                  onRemove={() => toggle(id)}
                >
                  {name}
                </Pill>
              ) : null;
            })}
          </div>
        )}
        <TextInput
          data-path="category_ids"
          aria-label={t('organise.search')}
          placeholder={t(mayCreate ? 'organise.searchOrAdd' : 'organise.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (canCreate) createCategory();
            else if (rows.length === 1 && rows[0]) toggle(rows[0].category.id);
          }}
        />
        <div className={classes.tree} role="group" aria-label={t('organise.categories')}>
          {query.isError && (
            <Button variant="subtle" size="compact-sm" onClick={() => void query.refetch()}>
              {s('tryAgain')}
            </Button>
          )}
          {rows.map(({ category, depth }) => (
            <div
              key={category.id}
              className={classes.treeRow}
              style={{ paddingInlineStart: 8 + (search ? 0 : depth * 22) }}
            >
              <Checkbox
                checked={chosen.includes(category.id)}
                onChange={() => toggle(category.id)}
                label={search ? pathOf(categories, category.id, language).join(' › ') : textOf(category.name, language)}
              />
            </div>
          ))}
          {query.data && rows.length === 0 && !canCreate && (
            <Text size="sm" c="dimmed" p={8}>
              {search ? s('list.noResults') : t('organise.none')}
            </Text>
          )}
          {canCreate && (
            <Button
              variant="subtle"
              size="compact-sm"
              fullWidth
              justify="flex-start"
              loading={create.isPending}
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={createCategory}
            >
              {t('organise.make', { name: search })}
            </Button>
          )}
        </div>
      </Input.Wrapper>
    </div>
  );
}
