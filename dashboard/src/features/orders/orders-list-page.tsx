import { Button } from '@mantine/core';
import {
  IconArrowUp,
  IconCopy,
  IconExternalLink,
  IconHistory,
  IconMapPin,
  IconRefresh,
  IconTag,
  IconUser,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useExport } from '@/modules/export/use-export';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { useStatusText } from '@/modules/status-badge/i18n';
import { fetchPart } from '@/shared/api/parts';
import type { BulkResult, Page } from '@/shared/api/wire';
import { useCan, useSession } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { copyText } from '@/shared/ui/copy';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { AddOrderButton } from './draft/add-order-button';
import { useOrderText } from './i18n';
import { useChosenColumns } from './chosen-columns';
import { ListTools } from './list-tools';
import { OrderRowMenu } from './order-row-menu';
import type { MatchingKind } from './batches/matching-dialog';
import type { BulkQuestion } from './orders-bulk';
import { OrdersFilters } from './orders-filters';
import { useArrivals } from './list/use-arrivals';
import { orders, statusCountsQuery } from './orders.api';
import { ReceiptsChip } from './transfers/receipts-chip';
import { statusTabs } from './list/arrivals';
import { ordersList } from './orders.search';
import { useBulkShipments } from './shipments/bulk/use-bulk-shipments';
import classes from './orders.module.css';

// Loaded only for bulk actions.
const ExportDialog = lazyDialog(() => import('./export/export-dialog'));
const MatchingDialog = lazyDialog(() =>
  import('./batches/matching-dialog').then((module) => ({ default: module.MatchingDialog })),
);
const dialogs = {
  status: lazyDialog(() => import('./orders-bulk').then((module) => ({ default: module.BulkStatusDialog }))),
  tag: lazyDialog(() => import('./list/bulk-marks').then((module) => ({ default: module.BulkTagDialog }))),
  assign: lazyDialog(() => import('./list/bulk-marks').then((module) => ({ default: module.BulkAssignDialog }))),
};

// Outside of the page, so that rows are not rendered again.
const linkOf = (order: OrderRow) => ({ to: '/orders/view/$id', params: { id: order.id } }) as const;
const menuOf = (order: OrderRow) => <OrderRowMenu order={order} />;

/** OR-01: every order of the store, live: events of the change stream trigger refetches. */
export function OrdersListPage() {
  const t = useOrderText();
  const word = useStatusText();
  const list = useList(ordersList);
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Order');
  const exporting = useExport({ subject: 'Order', label: t('export'), params: list.params, Dialog: ExportDialog });
  const columns = useChosenColumns();
  const [matching, setMatching] = useState<MatchingKind | null>(null);
  const [openDialog, setOpenDialog] = useState<{ kind: keyof typeof dialogs; question: BulkQuestion } | null>(null);

  const query = orders.indexQuery(list.params);
  const rows = useQuery({ ...query, placeholderData: keepPreviousData }).data?.data;
  const counts = useQuery(statusCountsQuery).data;
  const { fresh, waiting, showAll } = useArrivals(list, rows);

  const open = String(list.search.status ?? '');
  const tabs = [
    { value: '', label: t('all'), count: counts?.all },
    ...statusTabs(counts, open).map((status) => ({
      value: status,
      label: word(`order.${status}`),
      count: counts && (counts[status] ?? 0),
    })),
  ];

  /** A bulk action with a dialog, which runs it and returns the result of each order. */
  const asks = (kind: keyof typeof dialogs) => (ids: string[]) =>
    new Promise<BulkResult[] | null>((answer) => {
      // Rows selected on other pages are in the cache too.
      const cachedPages = client
        .getQueriesData<Page<OrderRow>>({ queryKey: [...orders.key, 'index'] })
        .flatMap(([, page]) => page?.data ?? []);
      const chosen = new Map(cachedPages.filter((row) => ids.includes(row.id)).map((row) => [row.id, row] as const));
      setOpenDialog({ kind, question: { ids, rows: [...chosen.values()], answer } });
    });
  /** The same for all matches: a dialog starts the batch, whose page shows the result. */
  const forAll = (kind: MatchingKind) => async () => {
    setMatching(kind);
    return false;
  };
  const bulk: BulkAction[] = mayUpdate
    ? [
        {
          key: 'status',
          label: t('bulk.change'),
          icon: <IconRefresh size={15} aria-hidden />,
          reports: true,
          run: asks('status'),
          runAll: forAll('status'),
          shortcut: 's',
        },
        {
          key: 'tag',
          label: t('bulk.tag'),
          icon: <IconTag size={15} aria-hidden />,
          reports: true,
          run: asks('tag'),
          runAll: forAll('tags'),
          shortcut: 't',
        },
        {
          key: 'assign',
          label: t('bulk.assign'),
          icon: <IconUser size={15} aria-hidden />,
          reports: true,
          run: asks('assign'),
          runAll: forAll('assign'),
          shortcut: 'a',
        },
        {
          key: 'address',
          label: t('bulk.address'),
          icon: <IconMapPin size={15} aria-hidden />,
          ask: (count) => ({ title: t('bulk.addressAsk', { count }), text: t('bulk.addressText') }),
          run: async (ids) => {
            const { sendLinks } = await fetchPart(() => import('./addresses/send-links'));
            return sendLinks(ids, t('bulk.addressComplete'));
          },
          runAll: forAll('address'),
        },
      ]
    : [];
  bulk.push(...exporting.bulk, ...useBulkShipments(mayUpdate, list.params, forAll('ship')));
  const Dialog = openDialog && dialogs[openDialog.kind];

  return (
    <>
      <ListPage<OrderRow>
        title={t('title')}
        actions={<AddOrderButton />}
        more={[
          ...exporting.header,
          {
            key: 'log',
            label: t('bulk.log'),
            icon: IconHistory,
            folded: true,
            link: { to: '/orders/batches' },
          },
        ]}
        list={list}
        query={query}
        columns={columns.shown}
        rowName={(order) => `#${order.number}`}
        rowLink={linkOf}
        rowActions={menuOf}
        tabs={{ filter: 'status', items: tabs }}
        searchPlaceholder={t('search')}
        filters={
          <>
            <OrdersFilters list={list} />
            <ReceiptsChip list={list} />
            <ListTools list={list} columns={columns.all} shown={columns.shownKeys} />
          </>
        }
        fresh={fresh}
        before={<ArrivalsPill count={waiting} onShow={showAll} />}
        bulk={bulk.length > 0 ? bulk : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), illustration: 'bag', action: <ShareStore /> }}
      />
      {exporting.dialog}
      {matching && (
        <Suspense fallback={null}>
          <MatchingDialog kind={matching} params={list.params} onClose={() => setMatching(null)} />
        </Suspense>
      )}
      {openDialog && Dialog && (
        <Suspense fallback={null}>
          <Dialog
            key={openDialog.question.ids.join()}
            question={openDialog.question}
            onClose={() => setOpenDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const maxLabels = 20;

function ArrivalsPill({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useOrderText();
  return (
    <div aria-live="polite">
      {count > 0 && (
        <div className={classes.pill}>
          <Button size="xs" radius="xl" leftSection={<IconArrowUp size={15} aria-hidden />} onClick={onShow}>
            {count >= maxLabels ? t('arrivedMany', { number: maxLabels }) : t('arrived', { count })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Empty state of a store without orders: its address to share. */
function ShareStore() {
  const t = useOrderText();
  const url = useSession().store?.url;
  if (!url) return null;
  return (
    <>
      <Button
        variant="default"
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('emptyView')}
      </Button>
      <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyText(url)}>
        {t('emptyCopy')}
      </Button>
    </>
  );
}
