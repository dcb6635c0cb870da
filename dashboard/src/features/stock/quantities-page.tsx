import { IconBuildingWarehouse, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import { useMayOpen } from '@/modules/screens/screens';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import type { RowLink } from '@/shared/table/data-table';
import { ListFilter } from '@/shared/table/filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { routerLink } from '@/shared/ui/app-link';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';
import { useStockText } from './i18n';
import { useQuantityColumns } from './quantity-columns';
import { countQuery, quantitiesQuery } from './stock.api';
import type { QuantityRow } from './stock.model';
import { quantitiesList } from './stock.search';

/** PR-03: the stock list, a row per product or variant, editable in place. */
export function QuantitiesPage() {
  const t = useStockText();
  const { language } = useLanguage();
  const list = useList(quantitiesList);
  const mayRead = useCan('read', 'Category');
  const maySet = useMayOpen('/settings/store/stock');
  const categories = useQuery({ ...categoriesQuery, enabled: mayRead }).data ?? [];
  const columns = useQuantityColumns();
  const tabs = useTabs();
  const more: HeaderAction[] = [
    { key: 'movements', label: t('title'), icon: IconHistory, link: { to: '/products/stock/movements' } },
  ];
  if (maySet) {
    more.push({
      key: 'settings',
      label: t('settingsLink'),
      icon: IconBuildingWarehouse,
      link: { to: '/settings/store/stock' },
    });
  }
  return (
    <ListPage<QuantityRow>
      title={t('quantities.title')}
      more={more}
      list={list}
      query={quantitiesQuery(list.params)}
      columns={columns}
      rowId={(row) => row.key}
      rowName={(row) => textOf(row.name, language)}
      rowLink={movementsOf}
      rowActions={MovementsLink}
      tabs={{ filter: 'stock', items: tabs }}
      searchPlaceholder={t('quantities.search')}
      filters={
        categories.length > 0 && (
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
        )
      }
      empty={{ title: t('quantities.empty'), text: t('quantities.emptyText'), illustration: 'box' }}
    />
  );
}

/** They count products, as the list's filter chooses products, while a row is a variant: the first one's name says so. */
function useTabs() {
  const t = useStockText();
  const all = useQuery(countQuery()).data;
  const low = useQuery(countQuery('low')).data;
  const out = useQuery(countQuery('out')).data;
  const inStock = useQuery(countQuery('in')).data;
  return [
    { value: '', label: t('tab.all'), meta: all },
    { value: 'low', label: t('tab.low'), meta: low },
    { value: 'out', label: t('tab.out'), meta: out },
    { value: 'in', label: t('tab.in'), meta: inStock },
  ].map(({ meta, ...tab }) => ({ ...tab, count: meta?.total, isCapped: meta?.is_total_capped }));
}

/** The drawer of a row's movements; the list stays as it is below it. */
const movementsOf = (row: QuantityRow): RowLink =>
  row.item.variant_id
    ? {
        to: '/products/stock/$id/$variant',
        params: { id: row.product_id, variant: row.item.variant_id },
        search: true,
      }
    : { to: '/products/stock/$id', params: { id: row.product_id }, search: true };

const MovementsLink = (row: QuantityRow) => <RowMovements row={row} />;

function RowMovements({ row }: { row: QuantityRow }) {
  const t = useStockText();
  const { language } = useLanguage();
  const name = [textOf(row.name, language), variantOf(row.item, language)].filter(Boolean).join(' · ');
  return (
    <LinkActionIcon
      {...routerLink(movementsOf(row))}
      variant="subtle"
      color="gray"
      aria-label={t('history.of', { name: `\u2068${name}\u2069` })}
    >
      <IconHistory size={17} aria-hidden />
    </LinkActionIcon>
  );
}
