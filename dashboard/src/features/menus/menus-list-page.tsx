import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { DataTable, type Column } from '@/shared/table/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useMenuText } from './i18n';
import { menus, type MenuRow } from './menus.api';
import { placeName } from './place-name';

/** ST-07: the menus of the store, and where it shows each. */
export function MenusListPage() {
  const t = useMenuText();
  const { language } = useLanguage();
  // What links lead to changes on other pages.
  const query = useQuery({ ...menus.indexQuery(), staleTime: 0 });
  const columns: Column<MenuRow>[] = [
    {
      key: 'name',
      header: t('col.name'),
      card: 'title',
      cell: (row) => (
        <Text span size="sm" fw={500}>
          <bdi>{textOf(row.name, language)}</bdi>
        </Text>
      ),
    },
    { key: 'place', header: t('col.place'), card: 'meta', cell: (row) => placeName(row.code) },
    { key: 'links', header: t('col.links'), card: 'meta', cell: (row) => t('links', { count: row.links_count }) },
    {
      key: 'broken',
      header: t('col.state'),
      card: 'meta',
      cell: (row) =>
        row.broken_count > 0 ? (
          <StatusBadge tone="amber">{t('broken', { count: row.broken_count })}</StatusBadge>
        ) : (
          t('broken', { count: 0 })
        ),
    },
  ];
  return (
    <>
      <PageHeader title={t('title')} />
      <DetailPage query={query}>
        {(rows) => (
          <Card padding={0}>
            {rows.length === 0 ? (
              <EmptyState title={t('noMenus')} text={t('noMenusText')} illustration="box" />
            ) : (
              <DataTable
                label={t('title')}
                columns={columns}
                rows={rows}
                rowId={(row) => row.id}
                rowLink={(row) => ({ to: '/menus/$menu', params: { menu: row.id } })}
              />
            )}
          </Card>
        )}
      </DetailPage>
    </>
  );
}
