import { Group, MultiSelect, Select, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from './bulk.api';
import { useBulkText } from './i18n';

/** Form values; only those of the action's kind are sent. */
export interface Choice {
  kind: BulkAction['kind'];
  field: 'regular_price' | 'sale_price' | 'both';
  by: 'percent' | 'amount';
  direction: 'up' | 'down';
  percent: number | null;
  amount: string;
  rounding: 'none' | 'half' | 'whole' | 'ninety_nine';
  stock: 'set' | 'add' | 'take';
  qty: number | null;
  list: 'add' | 'remove' | 'set';
  categories: string[];
  tags: string[];
}

export const emptyChoice: Choice = {
  kind: 'price',
  field: 'regular_price',
  by: 'percent',
  direction: 'up',
  percent: null,
  amount: '',
  rounding: 'none',
  stock: 'set',
  qty: null,
  list: 'add',
  categories: [],
  tags: [],
};

/** The request's action; empty fields are left out, and the server reports them. */
export function actionOf(c: Choice): BulkAction {
  const percent = c.percent === null ? undefined : String(c.percent);
  switch (c.kind) {
    case 'price': {
      const value = c.by === 'percent' ? percent : c.amount || undefined;
      return { kind: c.kind, field: c.field, by: c.by, direction: c.direction, value, rounding: c.rounding };
    }
    case 'sale':
      return { kind: c.kind, value: percent, rounding: c.rounding };
    case 'stock':
      return { kind: c.kind, change: c.stock, qty: c.qty ?? undefined };
    case 'categories':
      return { kind: c.kind, change: c.list, category_ids: c.categories };
    case 'tags':
      return { kind: c.kind, change: c.list, tags: c.tags };
    default:
      return { kind: c.kind };
  }
}

const kinds = [
  'price',
  'sale',
  'end_sale',
  'stock',
  'categories',
  'tags',
  'publish',
  'unpublish',
  'archive',
  'restore',
] as const;

export function ActionFields({
  choice: c,
  onChange,
  errors,
}: {
  choice: Choice;
  onChange: (choice: Choice) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const t = useBulkText();
  const { language } = useLanguage();
  const mayReadCategories = useCan('read', 'Category');
  const mayDelete = useCan('delete', 'Product');
  const categories = useQuery({ ...categoriesQuery, enabled: mayReadCategories }).data ?? [];
  const set = (change: Partial<Choice>) => onChange({ ...c, ...change });
  const offered = [
    ...kinds.filter((kind) => kind !== 'categories' || mayReadCategories),
    ...(mayDelete ? (['delete'] as const) : []),
  ];
  const rounding = (
    <Select
      label={t('rounding')}
      allowDeselect={false}
      data={(['none', 'half', 'whole', 'ninety_nine'] as const).map((value) => ({
        value,
        label: t(`rounding.${value}`),
      }))}
      value={c.rounding}
      onChange={(value) => set({ rounding: (value ?? 'none') as Choice['rounding'] })}
    />
  );
  const percent = (label: string) => (
    <NumberField
      label={label}
      value={c.percent}
      onChange={(value) => set({ percent: value })}
      scale={2}
      min={0}
      max={1000}
      unit="%"
      error={errors.value}
      data-autofocus
    />
  );
  return (
    <Stack>
      <Select
        label={t('kind')}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={c.kind}
        error={errors.kind}
        onChange={(value) => set({ kind: (value ?? 'price') as Choice['kind'] })}
      />
      {c.kind === 'price' && (
        <>
          <Choices
            label={t('field')}
            words={['regular_price', 'sale_price', 'both']}
            name={(word) => t(`field.${word}`)}
            value={c.field}
            onChange={(field) => set({ field })}
          />
          <Group grow align="flex-end">
            <Choices
              label={t('direction')}
              words={['up', 'down']}
              name={(word) => t(`direction.${word}`)}
              value={c.direction}
              onChange={(direction) => set({ direction })}
            />
            <Choices
              label={t('by')}
              words={['percent', 'amount']}
              name={(word) => t(`by.${word}`)}
              value={c.by}
              onChange={(by) => set({ by })}
            />
          </Group>
          <Group grow align="flex-start">
            {c.by === 'percent' ? (
              percent(t('percent'))
            ) : (
              <MoneyField
                label={t('amount')}
                value={c.amount}
                onChange={(amount) => set({ amount })}
                error={errors.value}
              />
            )}
            {rounding}
          </Group>
        </>
      )}
      {c.kind === 'sale' && (
        <Group grow align="flex-start">
          {percent(t('off'))}
          {rounding}
        </Group>
      )}
      {c.kind === 'stock' && (
        <>
          <Choices
            label={t('change')}
            words={['set', 'add', 'take']}
            name={(word) => t(`change.stock.${word}`)}
            value={c.stock}
            onChange={(stock) => set({ stock })}
          />
          <NumberField label={t('qty')} value={c.qty} min={0} onChange={(qty) => set({ qty })} error={errors.qty} />
          <Text size="sm" c="dimmed">
            {t('qtyText')}
          </Text>
        </>
      )}
      {(c.kind === 'categories' || c.kind === 'tags') && (
        <Choices
          label={t('change')}
          words={['add', 'remove', 'set']}
          name={(word) => t(`change.list.${word}`)}
          value={c.list}
          onChange={(list) => set({ list })}
        />
      )}
      {c.kind === 'categories' && (
        <MultiSelect
          label={t('categories')}
          searchable
          data={flatten(treeOf(categories)).map(({ category, depth }) => ({
            value: category.id,
            label: `${'\u2003'.repeat(depth)}${textOf(category.name, language)}`,
          }))}
          value={c.categories}
          error={errors.category_ids}
          onChange={(value) => set({ categories: value })}
        />
      )}
      {c.kind === 'tags' && (
        <TagsInput
          label={t('tags')}
          placeholder={c.tags.length === 0 ? t('tagsHint') : undefined}
          value={c.tags}
          error={errors.tags}
          onChange={(tags) => set({ tags })}
        />
      )}
    </Stack>
  );
}

function Choices<Word extends string>({
  label,
  words,
  name,
  value,
  onChange,
}: {
  label: string;
  words: readonly Word[];
  name: (word: Word) => ReactNode;
  value: Word;
  onChange: (word: Word) => void;
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} component="div">
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={words.map((word) => ({ value: word, label: name(word) }))}
        value={value}
        onChange={(word) => onChange(word as Word)}
      />
    </div>
  );
}
