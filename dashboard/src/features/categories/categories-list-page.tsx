import { Button, Card, CloseButton, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconFoldDown, IconFoldUp, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { categoriesQuery, flatten, isCalled, pathOf, treeOf, type Branch } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { PageHeader } from '@/shared/ui/page';
import { useDelayed } from '@/shared/ui/use-delayed';
import classes from './categories.module.css';
import { CategoryTree } from './category-tree';
import { useCategoryText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

const none: never[] = [];

/** PR-07: the store's categories as a tree; moved by pointer or keyboard. */
export function CategoriesListPage() {
  const t = useCategoryText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(categoriesQuery);
  const mayCreate = useCan('create', 'Category');
  const late = useDelayed(query.isPending);
  const [input, setInput] = useState('');
  // All branches are open by default: trees are small, and hidden categories are overlooked.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const categories = query.data ?? none;
  const tree = useMemo(() => treeOf(categories), [categories]);
  const parents = useMemo(() => flatten(tree).filter((branch) => branch.children.length > 0), [tree]);
  const search = input.trim();
  const lines = useMemo(() => {
    if (!search) return visible(tree, closed);
    return flatten(tree)
      .filter(({ category }) => isCalled(category, search))
      .map((branch) => ({ ...branch, depth: 0, children: [] }));
  }, [tree, closed, search]);

  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const add = mayCreate && (
    <LinkButton
      to="/products-categories/list/$id"
      params={{ id: 'new' }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('add')}
    </LinkButton>
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
    if (lines.length === 0) {
      return (
        <EmptyState illustration="search" title={s('list.noResults')} text={s('list.noResultsText')}>
          <Button variant="default" onClick={() => setInput('')}>
            {s('clear')}
          </Button>
        </EmptyState>
      );
    }
    return (
      <CategoryTree
        lines={lines}
        categories={categories}
        closed={closed}
        hasTree={parents.length > 0 && !search}
        pathOf={search ? (id) => pathOf(categories, id, language).slice(0, -1).join(' › ') : undefined}
        onToggle={toggle}
        onOpen={(id) => closed.has(id) && toggle(id)}
      />
    );
  };

  return (
    <>
      <PageHeader title={t('title')} actions={add} />
      <Card padding={0}>
        {categories.length > 0 && (
          <div className={classes.tools}>
            <TextInput
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={17} aria-hidden />}
              value={input}
              onChange={(event) => setInput(event.currentTarget.value)}
              rightSection={
                input ? <CloseButton size="sm" aria-label={s('clear')} onClick={() => setInput('')} /> : null
              }
              style={{ flex: '1 1 220px', maxInlineSize: 380 }}
            />
            {parents.length > 0 && !search && (
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

/** The rows of the tree that are not below a closed one. */
const visible = (branches: readonly Branch[], closed: ReadonlySet<string>): Branch[] =>
  branches.flatMap((branch) => [branch, ...(closed.has(branch.category.id) ? [] : visible(branch.children, closed))]);
