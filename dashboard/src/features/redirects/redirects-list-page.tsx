import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { LinkButton } from '@/shared/ui/link-button';
import { useRedirectText } from './i18n';
import { useRedirectColumns } from './redirect-columns';
import { RedirectRowMenu } from './redirect-row-menu';
import { redirects, type RedirectView } from './redirects.api';
import { redirectsList } from './redirects.search';
import { useRestoreMany } from './use-restore-many';

// Outside of the page, so that rows are not rendered again.
const linkOf = (row: RedirectView) =>
  ({ to: '/settings/store/redirects/$id', params: { id: row.id }, search: true }) as const;
const menuOf = (row: RedirectView) => <RedirectRowMenu redirect={row} />;

/** The redirects (ST-08) of old links, with how often they were used. */
export function RedirectsListPage() {
  const t = useRedirectText();
  const list = useList(redirectsList);
  const client = useQueryClient();
  const mayCreate = useCan('create', 'Page');
  const mayDelete = useCan('delete', 'Page');
  const restoreMany = useRestoreMany();
  const bulk: BulkAction[] = [
    {
      key: 'delete',
      label: t('delete'),
      icon: <IconTrash size={15} aria-hidden />,
      danger: true,
      // Restoring needs the permission to create: who lacks it is asked first.
      ask: (count) => (mayCreate ? undefined : { title: t('deleteAsk', { count }), text: t('deleteText') }),
      // Links of many years may lead here: each is chosen.
      runAll: null,
      run: async (ids) => {
        const results = await redirects.removeMany(ids);
        await client.invalidateQueries({ queryKey: redirects.key });
        return results;
      },
      done: (count) => t('deletedMany', { count }),
      undo: mayCreate ? { label: t('undo'), run: restoreMany } : undefined,
    },
  ];
  return (
    <ListPage<RedirectView>
      title={t('tab.list')}
      isTab
      list={list}
      query={redirects.indexQuery(list.params)}
      columns={useRedirectColumns()}
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
