import { Button, Card, CloseButton, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconFoldDown, IconFoldUp, IconPlus, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import {
  categoriesQuery,
  flatten,
  isCalled,
  pathOf,
  treeOf,
  type Branch,
  type Category,
} from '@/modules/category-tree/categories';
import { Sortable } from '@/shared/dnd/sortable';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { PageHeader } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useDelayed } from '@/shared/ui/use-delayed';
import { sortCategories, staleAfterChange, type Place } from './categories.api';
import classes from './categories.module.css';
import { CategoryLine } from './category-line';
import { useCategoryText } from './i18n';

/** PR-07: the store's categories as a tree; siblings are put in order by dragging, or with the keyboard. */
export function CategoriesListPage() {
  const t = useCategoryText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(categoriesQuery);
  const mayCreate = useCan('create', 'Category');
  const mayUpdate = useCan('update', 'Category');
  const late = useDelayed(query.isPending);
  const [typed, setTyped] = useState('');
  // Everything is open until it is closed: a store's tree is small, and hidden categories are forgotten ones.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const sort = useSorting();
  const categories = query.data ?? [];
  const tree = treeOf(categories);
  const parents = flatten(tree).filter((branch) => branch.children.length > 0);
  const wanted = typed.trim();

  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const level = (branches: Branch[]) => (
    <Sortable
      items={branches.map((branch) => ({ id: branch.category.id, branch }))}
      onSort={(order) => sort(order.map(({ branch }) => branch.category))}
      className={classes.tree}
    >
      {({ branch }, handle) => {
        const open = !closed.has(branch.category.id);
        return (
          <div className={classes.node}>
            <CategoryLine
              branch={branch}
              categories={categories}
              handle={mayUpdate && branches.length > 1 ? handle : undefined}
              isOpen={open}
              hasTree={parents.length > 0}
              onToggle={() => toggle(branch.category.id)}
            />
            {branch.children.length > 0 && open && level(branch.children)}
          </div>
        );
      }}
    </Sortable>
  );

  const add = mayCreate && (
    <Button
      component={Link}
      to="/products-categories/list/$id"
      params={{ id: 'new' } as never}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('add')}
    </Button>
  );

  const body = () => {
    if (query.error && !query.data)
      return <ErrorState title={s('error.list')} error={query.error} onRetry={() => void query.refetch()} />;
    if (query.isPending) {
      return late ? (
        <Stack gap={0} aria-busy="true">
          {[52, 38, 61, 44, 57].map((width) => (
            <div key={width} className={classes.row} style={{ paddingInlineStart: 16 }}>
              <Skeleton height={40} width={40} radius="md" />
              <Skeleton height={12} width={`${width}%`} />
            </div>
          ))}
        </Stack>
      ) : (
        <div style={{ minBlockSize: 320 }} />
      );
    }
    if (categories.length === 0) {
      return (
        <EmptyState illustration="box" title={t('empty')} text={t('emptyText')}>
          {add}
        </EmptyState>
      );
    }
    if (wanted) {
      const found = flatten(tree).filter(({ category }) => isCalled(category, wanted));
      if (found.length === 0) {
        return (
          <EmptyState illustration="search" title={s('list.noResults')} text={s('list.noResultsText')}>
            <Button variant="default" onClick={() => setTyped('')}>
              {s('clear')}
            </Button>
          </EmptyState>
        );
      }
      return found.map((branch) => (
        <CategoryLine
          key={branch.category.id}
          branch={{ ...branch, depth: 0, children: [] }}
          categories={categories}
          path={pathOf(categories, branch.category.id, language).slice(0, -1).join(' › ')}
        />
      ));
    }
    return level(tree);
  };

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={add} />
      <Card padding={0}>
        {categories.length > 0 && (
          <div className={classes.tools}>
            <TextInput
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={17} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              rightSection={
                typed ? <CloseButton size="sm" aria-label={s('clear')} onClick={() => setTyped('')} /> : null
              }
              style={{ flex: '1 1 220px', maxInlineSize: 380 }}
            />
            {parents.length > 0 && !wanted && (
              <Button
                variant="default"
                leftSection={
                  closed.size > 0 ? <IconFoldDown size={16} aria-hidden /> : <IconFoldUp size={16} aria-hidden />
                }
                onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(parents.map((b) => b.category.id)))}
              >
                {t(closed.size > 0 ? 'openAll' : 'closeAll')}
              </Button>
            )}
          </div>
        )}
        <div className={classes.body}>{body()}</div>
      </Card>
      <Outlet />
    </>
  );
}

/** The new order shows at once; when the server refuses, the old one is back and says so. */
function useSorting() {
  const t = useCategoryText();
  const client = useQueryClient();
  const key = categoriesQuery.queryKey;
  const change = useMutation({
    mutationFn: (places: Place[]) => sortCategories(places),
    onMutate: async (places) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      const order = new Map(places.map((place) => [place.id, place.display_order]));
      client.setQueryData(key, (all) =>
        all?.map((category) => ({ ...category, display_order: order.get(category.id) ?? category.display_order })),
      );
      return before;
    },
    onError: (_error, _places, before) => {
      if (before) client.setQueryData(key, before);
      toast.warning(t('sortFailed'));
    },
    onSettled: () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (siblings: Category[]) =>
    change.mutate(siblings.map(({ id, parent_id }, display_order) => ({ id, parent_id, display_order })));
}
