import {
  IconBan,
  IconCopy,
  IconFileImport,
  IconHistory,
  IconMessage2,
  IconPlus,
  IconTag,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useMayOpen } from '@/modules/screens/screens';
import type { BulkResult } from '@/shared/api/wire';
import { useCan } from '@/shared/session/session';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import type { BulkAction } from '@/shared/table/bulk-bar';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { useExport } from '@/modules/export/use-export';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { CustomerRowMenu } from './customer-row-menu';
import type { BulkKind, BulkQuestion } from './customers-bulk';
import { useCustomerColumns } from './customers-columns';
import { CustomersFilters } from './customers-filters';
import { customers, type CustomerRow } from './customers.api';
import { customersList } from './customers.search';
import { useCustomerText } from './i18n';
import { useSegmentTabs } from './segments/use-segment-tabs';
import { LinkButton } from '@/shared/ui/link-button';

// Only for those who change many at once, or sort them into groups.
const BulkDialog = lazyDialog(() =>
  import('./customers-bulk').then((module) => ({ default: module.CustomersBulkDialog })),
);
const ExportDialog = lazyDialog(() => import('./export/export-dialog'));
const GroupsDialog = lazyDialog(() => import('./groups-dialog').then((module) => ({ default: module.GroupsDialog })));

// Outside of the page, so that rows are not rendered again.
const linkOf = (customer: CustomerRow) => ({ to: '/customers/view/$id', params: { id: customer.id } }) as const;
const menuOf = (customer: CustomerRow) => <CustomerRowMenu customer={customer} />;

/** CU-01: the people who ordered, and those the merchant wrote down. */
export function CustomersListPage() {
  const t = useCustomerText();
  const list = useList(customersList);
  const columns = useCustomerColumns();
  const tabs = useSegmentTabs(list);
  const mayAdd = useMayOpen('/customers/list/new');
  const mayCreate = useCan('create', 'Customer');
  const mayUpdate = useCan('update', 'Customer');
  const exporting = useExport({ subject: 'Customer', label: t('export'), params: list.params, Dialog: ExportDialog });
  const [question, setQuestion] = useState<BulkQuestion | null>(null);
  const [hasGroups, setGroups] = useState(false);
  const asks = (kind: BulkKind) => (ids: string[]) =>
    new Promise<BulkResult[] | null>((answer) => setQuestion({ kind, ids, answer }));
  const asksAll = (kind: BulkKind) => () =>
    new Promise<boolean>((onBegun) =>
      setQuestion({ kind, ids: [], answer: () => {}, all: { params: list.params, onBegun } }),
    );
  const add = mayAdd && (
    <LinkButton to="/customers/list/new" search={true} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </LinkButton>
  );
  const more: HeaderAction[] = [...exporting.header];
  if (mayCreate && mayUpdate) {
    more.push({
      key: 'import',
      label: t('import'),
      icon: IconFileImport,
      link: { to: '/customers/import' },
      folded: true,
    });
  }
  const bulk: BulkAction[] = [];
  if (mayUpdate) {
    more.push(
      { key: 'groups', label: t('groups'), icon: IconUsersGroup, onClick: () => setGroups(true) },
      {
        key: 'duplicates',
        label: t('duplicates'),
        icon: IconCopy,
        link: { to: '/customers/duplicates' },
        folded: true,
      },
      {
        key: 'batches',
        label: t('batches'),
        icon: IconHistory,
        link: { to: '/customers/batches' },
        folded: true,
      },
    );
    bulk.push(
      {
        key: 'tags',
        label: t('bulk.tags'),
        icon: <IconTag size={15} aria-hidden />,
        run: asks('tags'),
        runAll: asksAll('tags'),
      },
      {
        key: 'group',
        label: t('bulk.group'),
        icon: <IconUsersGroup size={15} aria-hidden />,
        run: asks('group'),
        runAll: asksAll('group'),
      },
      {
        key: 'consent',
        label: t('bulk.consent'),
        icon: <IconMessage2 size={15} aria-hidden />,
        run: asks('consent'),
        runAll: asksAll('consent'),
      },
      {
        key: 'block',
        label: t('bulk.block'),
        icon: <IconBan size={15} aria-hidden />,
        danger: true,
        run: asks('block'),
        runAll: asksAll('block'),
      },
    );
  }
  bulk.push(...exporting.bulk);
  return (
    <>
      <ListPage<CustomerRow>
        title={t('title')}
        list={list}
        query={customers.indexQuery(list.params)}
        columns={columns}
        rowName={(customer) => customer.name}
        rowLink={linkOf}
        rowActions={menuOf}
        tabs={tabs}
        searchPlaceholder={t('search')}
        filters={<CustomersFilters list={list} />}
        more={more}
        actions={add}
        bulk={bulk.length > 0 ? bulk : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), illustration: 'people', action: add }}
      />
      {question && (
        <Suspense fallback={null}>
          <BulkDialog
            key={`${question.kind} ${question.ids.join()}`}
            question={question}
            onClose={() => setQuestion(null)}
          />
        </Suspense>
      )}
      {exporting.dialog}
      {hasGroups && (
        <Suspense fallback={null}>
          <GroupsDialog onClose={() => setGroups(false)} />
        </Suspense>
      )}
    </>
  );
}
