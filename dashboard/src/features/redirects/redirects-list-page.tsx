import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { LinkButton } from '@/shared/ui/link-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useRedirectText } from './i18n';
import { RedirectRowMenu } from './redirect-row-menu';
import { redirects, type RedirectRow } from './redirects.api';
import classes from './redirects.module.css';
import { redirectsList } from './redirects.search';

// Outside of the page, so that rows are not rendered again.
const linkOf = (row: RedirectRow) =>
  ({ to: '/settings/store/redirects/$id', params: { id: row.id }, search: true }) as const;
const menuOf = (row: RedirectRow) => <RedirectRowMenu redirect={row} />;

/** The redirects (ST-08) of old links, with how often they were used. */
export function RedirectsListPage() {
  const t = useRedirectText();
  const list = useList(redirectsList);
  const client = useQueryClient();
  const mayCreate = useCan('create', 'Page');
  const mayDelete = useCan('delete', 'Page');
  const bulk: BulkAction[] = [
    {
      key: 'delete',
      label: t('delete'),
      icon: <IconTrash size={15} aria-hidden />,
      danger: true,
      ask: (count) => ({ title: t('deleteAsk', { count }), text: t('deleteText') }),
      // Links of many years may lead here: each is chosen.
      runAll: null,
      run: async (ids) => {
        const results = await redirects.removeMany(ids);
        await client.invalidateQueries({ queryKey: redirects.key });
        return results;
      },
    },
  ];
  return (
    <ListPage<RedirectRow>
      title={t('tab.list')}
      isTab
      list={list}
      query={redirects.indexQuery(list.params)}
      columns={useColumns()}
      rowName={(row) => row.address}
      rowLink={linkOf}
      rowActions={mayCreate || mayDelete ? menuOf : undefined}
      searchPlaceholder={t('search')}
      bulk={mayDelete ? bulk : undefined}
      empty={{
        title: t('empty'),
        text: t('emptyText'),
        illustration: 'spark',
        action: mayCreate && (
          <LinkButton
            to="/settings/store/redirects/$id"
            params={{ id: 'new' }}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('add')}
          </LinkButton>
        ),
      }}
    />
  );
}

function useColumns(): Column<RedirectRow>[] {
  const t = useRedirectText();
  return useMemo(
    () => [
      {
        key: 'address',
        header: t('col.address'),
        sort: 'address',
        card: 'title',
        cell: (row) => <bdi className={`${classes.path} ${classes.old}`}>{row.address}</bdi>,
      },
      {
        key: 'target',
        header: t('col.target'),
        card: 'meta',
        cell: (row) => (
          <span className={classes.link}>
            <bdi className={classes.path}>{row.target}</bdi>
            {!row.is_permanent && (
              <StatusBadge tone="gray" dot={false}>
                {t('temporary')}
              </StatusBadge>
            )}
          </span>
        ),
      },
      {
        key: 'hits',
        header: t('col.hits'),
        sort: 'hits',
        card: 'meta',
        cell: (row) => t('visits', { count: row.hits }),
      },
      {
        key: 'last',
        header: t('col.lastHit'),
        sort: 'last_hit_at',
        card: 'meta',
        cell: (row) =>
          row.last_hit_at ? (
            <Time value={row.last_hit_at} relative />
          ) : (
            <span className={classes.dim}>{t('never')}</span>
          ),
      },
    ],
    [t],
  );
}
