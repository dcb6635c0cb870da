import { Button, Select } from '@mantine/core';
import { IconEye, IconEyeOff, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import type { BulkResult } from '@/shared/api/wire';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList, type ListState } from '@/shared/table/use-list';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useProductText } from './i18n';
import { ProductRowMenu } from './product-row-menu';
import { useProductColumns } from './products-columns';
import { deleteMany, products, publishMany, staleAfterChange, stateCountsQuery, type ProductRow } from './products.api';
import { productParams, productsList, productSorts, productTabs } from './products.model';

/** PR-01: every product of the store. */
export function ProductsListPage() {
  const t = useProductText();
  const { language } = useLanguage();
  const list = useList(productsList);
  const columns = useProductColumns();
  const counts = useQuery(stateCountsQuery).data;
  const mayCreate = useCan('create', 'Product');
  const countOf = (tab: (typeof productTabs)[number]) => (tab === 'out' ? counts?.out_of_stock : counts?.[tab]);
  return (
    <ListPage<ProductRow>
      title={t('title')}
      subtitle={t('subtitle')}
      more={
        mayCreate
          ? [{ key: 'import', label: t('import'), icon: IconFileImport, link: { to: '/products/import' } }]
          : undefined
      }
      actions={mayCreate && <AddButton />}
      list={list}
      query={products.indexQuery(productParams(list.search))}
      columns={columns}
      rowName={(row) => textOf(row.name, language)}
      rowLink={(row) => ({ to: '/products/edit/$id', params: { id: row.id } as never })}
      rowActions={(row) => <ProductRowMenu product={row} />}
      tabs={{
        filter: 'state',
        items: [
          { value: '', label: t('tab.all'), count: counts?.all },
          ...productTabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`), count: countOf(tab) })),
        ],
      }}
      searchPlaceholder={t('search')}
      filters={<Filters list={list} />}
      bulk={useBulkActions()}
      empty={{
        title: t('empty'),
        text: t('emptyText'),
        illustration: 'box',
        action: mayCreate && <FirstButtons />,
      }}
    />
  );
}

function FirstButtons() {
  const t = useProductText();
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to="/products/import"
        leftSection={<IconFileImport size={16} aria-hidden />}
      >
        {t('import')}
      </Button>
      <AddButton />
    </>
  );
}

function AddButton() {
  const t = useProductText();
  return (
    <Button component={Link} to="/products/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  );
}

const filters = ['category', 'stock', 'type'] as const;

function Filters({ list }: { list: ListState }) {
  const t = useProductText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const mayReadCategories = useCan('read', 'Category');
  const categories = useQuery({ ...categoriesQuery, enabled: mayReadCategories }).data ?? [];
  return (
    <FoldedFilters list={list} names={filters}>
      {categories.length > 0 && (
        <ListFilter
          list={list}
          name="category"
          label={t('filter.category')}
          many
          options={flatten(treeOf(categories)).map(({ category, depth }) => ({
            value: category.id,
            label: `${'\u2003'.repeat(depth)}${textOf(category.name, language)}`,
          }))}
        />
      )}
      {list.search.state !== 'out' && (
        <ListFilter
          list={list}
          name="stock"
          label={t('filter.stock')}
          options={(['in', 'low', 'out'] as const).map((value) => ({ value, label: t(`filter.stock.${value}`) }))}
        />
      )}
      <ListFilter
        list={list}
        name="type"
        label={t('filter.type')}
        options={(['basic', 'multi'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <Select
        aria-label={phone ? undefined : t('sort.label')}
        data={productSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        value={list.search.sort ?? productsList.sort ?? null}
        allowDeselect={false}
        label={phone ? t('sort.label') : undefined}
        ms={phone ? undefined : 'auto'}
        style={phone ? undefined : { flex: '1 1 170px', maxInlineSize: 200 }}
        onChange={(sort) => list.set({ sort: sort === productsList.sort ? undefined : (sort ?? undefined) })}
      />
    </FoldedFilters>
  );
}

function useBulkActions(): BulkAction[] | undefined {
  const t = useProductText();
  const s = useShared();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Product');
  const mayDelete = useCan('delete', 'Product');
  const then = async (results: Promise<BulkResult[]>) => {
    const answer = await results;
    await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
    return answer;
  };
  const actions: BulkAction[] = [];
  if (mayUpdate) {
    actions.push(
      {
        key: 'publish',
        label: t('publish'),
        icon: <IconEye size={15} aria-hidden />,
        run: (ids) => then(publishMany(ids, true)),
      },
      {
        key: 'unpublish',
        label: t('unpublish'),
        icon: <IconEyeOff size={15} aria-hidden />,
        ask: (count) => ({ title: t('unpublishAsk', { count }), text: t('unpublishText') }),
        run: (ids) => then(publishMany(ids, false)),
      },
    );
  }
  if (mayDelete) {
    actions.push({
      key: 'delete',
      label: s('delete'),
      icon: <IconTrash size={15} aria-hidden />,
      danger: true,
      ask: (count) => ({ title: t('deleteAsk', { count }), text: t('deleteText') }),
      run: (ids) => then(deleteMany(ids)),
    });
  }
  return actions.length > 0 ? actions : undefined;
}
