import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMayOpen } from '@/modules/screens/screens';
import type { Page } from '@/shared/api/wire';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { LinkButton } from '@/shared/ui/link-button';
import { pagesQuery, type PageRow } from './content-pages.api';
import { missingPolicies, pageStatuses, shownOf } from './content-pages.model';
import { contentPagesList } from './content-pages.search';
import { useContentPageText } from './i18n';
import { MissingPolicies } from './missing-policies';
import { usePageColumns } from './page-columns';
import { PageRowMenu } from './page-row-menu';

// Outside of the page, so that rows are not rendered again.
const linkOf = (row: PageRow) => ({ to: '/settings/store/pages/$id', params: { id: row.id } }) as const;
const menuOf = (row: PageRow) => <PageRowMenu page={row} />;

/** ST-08: the store's pages. */
export function ContentPagesListPage() {
  const t = useContentPageText();
  const { language } = useLanguage();
  const list = useList(contentPagesList);
  const all = useQuery(pagesQuery).data?.data;
  const columns = usePageColumns();
  const query = { ...pagesQuery, select: (pages: Page<PageRow>) => shownOf(pages, list.search, language) };
  const mayCreate = useMayOpen('/settings/store/pages/new');
  const missing = all ? missingPolicies(all) : [];
  const countOf = (status: string) => all?.filter((row) => !status || row.status === status).length;
  const add = mayCreate && (
    <LinkButton to="/settings/store/pages/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </LinkButton>
  );
  return (
    <ListPage<PageRow>
      title={t('title')}
      actions={add}
      list={list}
      query={query}
      columns={columns}
      rowName={(row) => textOf(row.title, language)}
      rowLink={linkOf}
      rowActions={menuOf}
      tabs={{
        filter: 'status',
        items: [
          { value: '', label: t('tab.all'), count: countOf('') },
          ...pageStatuses.map((status) => ({
            value: status,
            label: t(`status.${status}`),
            count: countOf(status),
          })),
        ],
      }}
      searchPlaceholder={t('search')}
      before={mayCreate && missing.length > 0 && <MissingPolicies missing={missing} />}
      empty={{ title: t('empty'), text: t('emptyText'), action: add }}
    />
  );
}
