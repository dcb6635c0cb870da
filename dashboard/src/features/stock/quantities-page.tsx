import { Text } from '@mantine/core';
import { IconBuildingWarehouse, IconHistory, IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery, flatten, treeOf } from '@/modules/category-tree/categories';
import { useMayOpen } from '@/modules/screens/screens';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { ListFilter } from '@/shared/table/filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useStockText } from './i18n';
import { QuantityCell } from './quantity-cell';
import { locationsQuery, quantitiesQuery } from './stock.api';
import { levelOfRow, type QuantityRow } from './stock.model';
import { quantitiesList } from './stock.search';
import classes from './stock.module.css';

/** PR-03: the stock list, a row per product or variant, editable in place. */
export function QuantitiesPage() {
  const t = useStockText();
  const { language } = useLanguage();
  const list = useList(quantitiesList);
  const mayRead = useCan('read', 'Category');
  const maySet = useMayOpen('/settings/store/stock');
  const categories = useQuery({ ...categoriesQuery, enabled: mayRead }).data ?? [];
  const columns = useColumns();
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
      rowLink={(row) => ({ to: '/products/stock/$id', params: { id: row.product_id } })}
      searchPlaceholder={t('quantities.search')}
      filters={
        <>
          <ListFilter
            list={list}
            name="stock"
            label={t('filter.level')}
            many
            options={(['low', 'out', 'in'] as const).map((value) => ({ value, label: t(`level.${value}`) }))}
          />
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
        </>
      }
      empty={{ title: t('quantities.empty'), text: t('quantities.emptyText'), illustration: 'box' }}
    />
  );
}

function useColumns(): Column<QuantityRow>[] {
  const t = useStockText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Product');
  const all = useQuery(locationsQuery).data;
  return useMemo(() => {
    const places = (all ?? []).filter((place) => place.is_active);
    const number = (n: number) => <span className="num">{formatNumber(n)}</span>;
    return [
      {
        key: 'name',
        header: t('col.product'),
        sort: 'name',
        card: 'title',
        cell: (row) => (
          <span className={classes.thing}>
            <span className={classes.thumb}>
              {row.cover_url ? (
                <img src={row.cover_url} alt="" loading="lazy" />
              ) : (
                <IconPhoto size={16} stroke={1.6} aria-hidden />
              )}
            </span>
            <span>
              <bdi>{textOf(row.name, language)}</bdi>
              {row.item.option_values.length > 0 && (
                <Text size="xs" c="dimmed" fw={400} component="span" display="block">
                  <bdi>{variantOf(row.item, language)}</bdi>
                </Text>
              )}
            </span>
          </span>
        ),
      },
      {
        key: 'sku',
        header: t('col.sku'),
        card: 'meta',
        cell: (row) => (row.item.sku ? <span className="num">{row.item.sku}</span> : '—'),
      },
      ...(places.length > 1
        ? places.map((place): Column<QuantityRow> => ({
            key: place.id,
            header: textOf(place.name, language),
            align: 'number',
            width: 120,
            cell: (row) => <QuantityCell row={row} place={place} editable={mayUpdate} />,
          }))
        : []),
      {
        key: 'held',
        header: t('col.held'),
        align: 'number',
        cell: (row) => (row.item.held > 0 ? number(row.item.held) : '—'),
      },
      {
        key: 'total',
        header: places.length > 1 ? t('stock.total') : t('col.qty'),
        sort: 'stock',
        card: 'end',
        align: 'number',
        width: 150,
        cell: (row) =>
          row.item.has_unlimited_qty ? (
            t('stock.unlimited')
          ) : places.length === 1 && places[0] ? (
            <QuantityCell row={row} place={places[0]} editable={mayUpdate} />
          ) : (
            <b>{number(row.item.qty)}</b>
          ),
      },
      {
        key: 'level',
        header: t('filter.level'),
        card: 'meta',
        cell: (row) => <Level row={row} />,
      },
    ];
  }, [t, language, mayUpdate, all]);
}

function Level({ row }: { row: QuantityRow }) {
  const t = useStockText();
  const level = levelOfRow(row);
  if (!row.item.is_active) return <StatusBadge tone="gray">{t('level.inactive')}</StatusBadge>;
  if (level === 'out') return <StatusBadge tone="red">{t('level.out')}</StatusBadge>;
  if (level === 'low') return <StatusBadge tone="amber">{t('level.low')}</StatusBadge>;
  return null;
}
