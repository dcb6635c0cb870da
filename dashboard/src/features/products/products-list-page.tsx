import { Select } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconEyeOff,
  IconFileImport,
  IconHistory,
  IconPencilBolt,
  IconPlus,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { staleAfterBatch } from '@/modules/batches/batches.api';
import { toastBatch } from '@/modules/batches/undo-toast';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import { useMayOpen } from '@/modules/screens/screens';
import type { BulkResult } from '@/shared/api/wire';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import type { ListSearch } from '@/shared/table/list-search';
import { useList, type ListState } from '@/shared/table/use-list';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { editChosen, type SimpleKind } from './bulk/bulk.api';
import { useExport } from '@/modules/export/use-export';
import { useProductText } from './i18n';
import { ProductRowMenu } from './product-row-menu';
import { useProductColumns } from './products-columns';
import { products, stateCountsQuery, type ProductRow } from './products.api';
import { productParams, productsList, productSorts, productTabs } from './products.model';
import { SamplesNotice } from './samples-notice';
import { countSoldOut, soldOutQuestion } from './sold-out';
import { LinkButton } from '@/shared/ui/link-button';

const ExportDialog = lazyDialog(() => import('./export/export-dialog'));
const BulkEditDialog = lazyDialog(() =>
  import('./bulk/bulk-edit-dialog').then((part) => ({ default: part.BulkEditDialog })),
);

/** State of the bulk edit dialog: for the selected rows, or without any for all matches. */
interface Editing {
  ids: readonly string[];
  /** Preselected action of the bulk bar. */
  kind?: SimpleKind;
  done?: (results: BulkResult[] | null) => void;
}

// Outside of the page, so that rows are not rendered again.
const linkOf = (row: ProductRow) => ({ to: '/products/edit/$id', params: { id: row.id } }) as const;
const menuOf = (row: ProductRow) => <ProductRowMenu product={row} />;

/** PR-01: the list of products. */
export function ProductsListPage() {
  const t = useProductText();
  const { language } = useLanguage();
  const list = useList(productsList);
  const counts = useQuery(stateCountsQuery).data;
  const mayAdd = useMayOpen('/products/add');
  const mayEditSheet = useMayOpen('/products/bulk');
  const mayCreate = useCan('create', 'Product');
  const mayUpdate = useCan('update', 'Product');
  const mayDelete = useCan('delete', 'Product');
  const params = productParams(list.search);
  const rows = useQuery(products.indexQuery(params)).data?.data;
  const columns = useProductColumns(rows);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { page: _page, per_page: _perPage, cursor: _cursor, sort: _sort, ...filter } = list.search;
  const bulk = useBulkActions(
    list.search.state === 'archived',
    filter,
    (ids, kind) => new Promise((done) => setEditing({ ids, kind, done })),
  );
  const exporting = useExport({ subject: 'Product', label: t('export'), params, Dialog: ExportDialog });
  const countOf = (tab: (typeof productTabs)[number]) => (tab === 'out' ? counts?.out_of_stock : counts?.[tab]);
  const more: HeaderAction[] = [];
  if (mayUpdate) {
    more.push({
      key: 'edit',
      label: t('bulk.editAll'),
      icon: IconPencilBolt,
      folded: true,
      onClick: () => setEditing({ ids: [] }),
    });
  }
  if (mayEditSheet) {
    more.push({
      key: 'sheet',
      label: t('bulk.sheet'),
      icon: IconTable,
      link: { to: '/products/bulk', search: filter },
    });
  }
  more.push({ key: 'log', label: t('bulk.log'), icon: IconHistory, folded: true, link: { to: '/products/batches' } });
  if (mayCreate) {
    more.push({ key: 'import', label: t('import'), icon: IconFileImport, link: { to: '/products/import' } });
  }
  more.push(...exporting.header);
  return (
    <>
      <ListPage<ProductRow>
        title={t('title')}
        more={more}
        actions={mayAdd && <AddButton />}
        list={list}
        query={products.indexQuery(params)}
        columns={columns}
        rowName={(row) => textOf(row.name, language)}
        rowLink={linkOf}
        rowActions={menuOf}
        tabs={{
          filter: 'state',
          items: [
            { value: '', label: t('tab.all'), count: counts?.all },
            ...productTabs.map((tab) => ({
              value: tab,
              label: t(`tab.${tab}`),
              count: countOf(tab),
              isCapped: tab === 'out' && counts?.more_than.includes('out_of_stock'),
            })),
          ],
        }}
        searchPlaceholder={t('search')}
        filters={<Filters list={list} />}
        before={mayDelete && <SamplesNotice />}
        bulk={bulk || exporting.bulk.length > 0 ? [...(bulk ?? []), ...exporting.bulk] : undefined}
        empty={{
          title: t('empty'),
          text: t('emptyText'),
          illustration: 'box',
          action: mayAdd && <FirstButtons />,
        }}
      />
      {exporting.dialog}
      {editing && (
        <Suspense fallback={null}>
          <BulkEditDialog
            chosen={editing.ids}
            filter={params}
            kind={editing.kind}
            onClose={(results) => {
              setEditing(null);
              editing.done?.(results);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function FirstButtons() {
  const t = useProductText();
  return (
    <>
      <LinkButton variant="default" to="/products/import" leftSection={<IconFileImport size={16} aria-hidden />}>
        {t('import')}
      </LinkButton>
      <AddButton />
    </>
  );
}

function AddButton() {
  const t = useProductText();
  return (
    <LinkButton to="/products/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </LinkButton>
  );
}

const filters = ['category', 'stock', 'type'] as const;

function Filters({ list }: { list: ListState }) {
  const t = useProductText();
  // Search results are sorted by relevance.
  const searched = Boolean(list.search.search);
  const own = searched ? 'relevance' : (productsList.sort ?? null);
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
          many
          options={(['in', 'low', 'out'] as const).map((value) => ({ value, label: t(`filter.stock.${value}`) }))}
        />
      )}
      <ListFilter
        list={list}
        name="type"
        label={t('filter.type')}
        options={(['basic', 'multi'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      {phone && (
        // Cards have no column heads to sort by.
        <Select
          label={t('sort.label')}
          data={(searched ? (['relevance', ...productSorts] as const) : productSorts).map((value) => ({
            value,
            label: t(`sort.${value}`),
          }))}
          value={list.search.sort ?? own}
          allowDeselect={false}
          onChange={(sort) => list.set({ sort: sort === own ? undefined : (sort ?? undefined) })}
        />
      )}
    </FoldedFilters>
  );
}

/** Bulk actions on the selected rows; the tab of archived products offers restoring instead of archiving. */
function useBulkActions(
  inArchive: boolean,
  filter: ListSearch,
  edit: (ids: string[], kind?: SimpleKind) => Promise<BulkResult[] | null>,
): BulkAction[] | undefined {
  const t = useProductText();
  const s = useShared();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayUpdate = useCan('update', 'Product');
  const mayDelete = useCan('delete', 'Product');
  const run = (kind: SimpleKind) => async (ids: string[]) => {
    const { results, batch } = await editChosen(ids, kind);
    await Promise.all(staleAfterBatch.map((queryKey) => client.invalidateQueries({ queryKey })));
    if (batch) toastBatch(client, batch);
    const lines = results.flatMap((result) => (result.is_ok || !result.message ? [] : [result.message]));
    if (lines.length > 0) toast.danger({ title: t('bulk.failed'), lines: [...new Set(lines)].slice(0, 5) });
    return results;
  };
  /** For all matches: a dialog with the preview, then the progress. */
  const all = (kind?: SimpleKind) => async () => {
    await edit([], kind);
    return false;
  };
  const actions: BulkAction[] = [];
  if (mayUpdate) {
    actions.push(
      {
        key: 'edit',
        label: t('bulk.edit'),
        icon: <IconPencilBolt size={15} aria-hidden />,
        reports: true,
        run: (ids) => edit(ids),
        runAll: all(),
      },
      {
        key: 'sheet',
        label: t('bulk.sheet'),
        icon: <IconTable size={15} aria-hidden />,
        reports: true,
        run: async (ids) => {
          await navigate({ to: '/products/bulk', search: { ids: ids.join(',') } });
          return null;
        },
        runAll: async () => {
          await navigate({ to: '/products/bulk', search: filter });
          return false;
        },
      },
      {
        key: 'publish',
        label: t('publish'),
        icon: <IconEye size={15} aria-hidden />,
        reports: true,
        ask: (_count, ids) => soldOutQuestion(countSoldOut(client, ids)),
        run: run('publish'),
        runAll: all('publish'),
      },
      {
        key: 'unpublish',
        label: t('unpublish'),
        icon: <IconEyeOff size={15} aria-hidden />,
        reports: true,
        ask: (count) => ({ title: t('unpublishAsk', { count }), text: t('unpublishText') }),
        run: run('unpublish'),
        runAll: all('unpublish'),
      },
      inArchive
        ? {
            key: 'restore',
            label: t('restore'),
            icon: <IconArchiveOff size={15} aria-hidden />,
            reports: true,
            run: run('restore'),
            runAll: all('restore'),
          }
        : {
            key: 'archive',
            label: t('archive'),
            icon: <IconArchive size={15} aria-hidden />,
            reports: true,
            ask: (count) => ({ title: t('archiveAsk', { count }), text: t('archiveText') }),
            run: run('archive'),
            runAll: all('archive'),
          },
    );
  }
  if (mayDelete) {
    actions.push({
      key: 'delete',
      label: s('delete'),
      icon: <IconTrash size={15} aria-hidden />,
      danger: true,
      reports: true,
      ask: (count) => ({ title: t('deleteAsk', { count }), text: t('deleteText') }),
      run: run('delete'),
      runAll: all('delete'),
    });
  }
  return actions.length > 0 ? actions : undefined;
}
