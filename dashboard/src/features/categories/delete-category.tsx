import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flatten, treeOf, withDescendants, type Category } from '@/modules/category-tree/categories';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { removeCategory, restoreCategories, staleAfterChange } from './categories.api';
import { useCategoryText } from './i18n';

/** Asks what happens to a category's contents, and deletes it; the toast offers the undo. */
export default function DeleteCategory({
  category,
  categories,
  name,
  onClose,
}: {
  category: Category;
  categories: readonly Category[];
  name: string;
  onClose: () => void;
}) {
  const t = useCategoryText();
  const s = useShared();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [children, setChildren] = useState<'up' | 'delete'>('up');
  const [products, setProducts] = useState<'keep' | 'move'>('keep');
  const [target, setTarget] = useState<string | null>(null);
  const branch = withDescendants(categories, category.id);
  const below = branch.size - 1;
  const deletedIds = children === 'delete' ? branch : new Set([category.id]);
  const productCount = categories.reduce((sum, each) => sum + (deletedIds.has(each.id) ? each.products_count : 0), 0);
  const parent = categories.find((candidate) => candidate.id === category.parent_id);
  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  const restore = useApiMutation({
    run: restoreCategories,
    invalidates: staleAfterChange,
    done: () => toast.success(t('restored')),
  });
  const remove = useApiMutation({
    run: () =>
      removeCategory(category.id, {
        withChildren: children === 'delete',
        productsTo: products === 'move' && productCount > 0 ? target : null,
      }),
    invalidates: [],
    done: ({ removal }) =>
      toast.success({
        title: t('deletedCount', { count: deletedIds.size }),
        action: { label: t('undo'), run: () => restore.mutate(removal) },
      }),
  });
  const places = flatten(treeOf(categories))
    .filter((each) => !deletedIds.has(each.category.id))
    .map((each) => ({
      value: each.category.id,
      label: `${'\u2003'.repeat(each.depth)}${textOf(each.category.name, language)}`,
    }));
  return (
    <Dialog title={t('deleteAsk', { name })} size={440} onClose={onClose}>
      <Stack>
        {below > 0 && (
          <Radio.Group
            label={t('deleteBelow', { count: below })}
            value={children}
            onChange={(value) => {
              setChildren(value as 'up' | 'delete');
              setTarget(null);
            }}
          >
            <Stack gap={8} mt={8}>
              <Radio
                value="up"
                label={parent ? t('deleteUp', { name: textOf(parent.name, language) }) : t('deleteTop')}
              />
              <Radio value="delete" label={t('deleteToo')} />
            </Stack>
          </Radio.Group>
        )}
        {productCount > 0 ? (
          <Radio.Group
            label={t('deleteHeld', { count: productCount })}
            value={products}
            onChange={(value) => setProducts(value as 'keep' | 'move')}
          >
            <Stack gap={8} mt={8}>
              <Radio value="keep" label={t('deleteKeep')} />
              {places.length > 0 && <Radio value="move" label={t('deleteMove')} />}
              {products === 'move' && (
                <Select
                  aria-label={t('deleteMoveTo')}
                  placeholder={t('deleteMoveTo')}
                  searchable={places.length > 10}
                  nothingFoundMessage={s('list.noResults')}
                  data={places}
                  value={target}
                  onChange={setTarget}
                />
              )}
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{t('deleteProducts', { count: 0 })}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t('deleteBack')}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {s('cancel')}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            disabled={products === 'move' && productCount > 0 && !target}
            onClick={() =>
              void remove.mutateAsync(undefined).then(
                async () => {
                  onClose();
                  await refresh();
                },
                () => undefined,
              )
            }
          >
            {s('delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
