import { lastSearch } from '@/shared/table/use-list';
import { ActionIcon, Box, Group, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import type { Page } from '@/shared/api/wire';
import { useCan } from '@/shared/session/session';
import { lazyPart } from '@/shared/ui/lazy-part';
import { DetailPage, PageHeader, TwoColumns } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { Tip } from '@/shared/ui/tip';
import { useNarrowScreen } from '@/shared/ui/use-phone-screen';
import { useOrderPageText } from './page/i18n';
import { DraftActions } from './draft/draft-actions';
import { OrderActions } from './order-actions';
import { OrderActivity } from './order-activity';
import { OrderItemsCard } from './order-items-card';
import { orderName } from './order-name';
import { isToCancel } from './orders.model';
import { InSight } from './in-sight';
import { onlinePaymentsQuery } from './online-payments/online-payments.api';
import { hasProviderCallsQuery } from './provider-calls/provider-calls.api';
import { MoneyCard } from './money/money-card';
import { PaymentNotice } from './money/payment-notice';
import { CustomerCard, OrderPapers, ShopperNote } from './order-side';
import { OrderTrack } from './order-track';
import { RefusedCallout } from './refused-callout';
import { ShipmentsCard } from './shipments/shipments-card';
import classes from './order.module.css';
import { orderQuery, orders, type OrderView } from './orders.api';
import { orderSearch, ordersList, type OrderDialog } from './orders.search';
import { useReceipts } from './transfers/use-receipts';
import { usePageName } from '@/shared/ui/page-name';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';

// Sections that not every order has load later.
const AddressCallout = lazyPart(() =>
  import('./addresses/address-callout').then((module) => ({ default: module.AddressCallout })),
);
const ReturnsCard = lazyPart(() => import('./money/returns-card').then((module) => ({ default: module.ReturnsCard })));
const CasesBanner = lazyPart(() => import('./online-payments/card/cases-banner'));
const OnlinePaymentsCard = lazyPart(() => import('./online-payments/card/online-payments-card'));
const ProviderCallsCard = lazyPart(() => import('./provider-calls/provider-calls-card'));
const RefundedCallout = lazyPart(() => import('./refunded-callout'));
const ReceiptsBanner = lazyPart(() =>
  import('./transfers/receipts-banner').then((module) => ({ default: module.ReceiptsBanner })),
);

/** OR-02: the page of one order, with its actions. */
export function OrderPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <DetailPage isFullPage query={useQuery(orderQuery(id))}>
      {(order) => <Order key={order.id} order={order} />}
    </DetailPage>
  );
}

function Order({ order }: { order: OrderView }) {
  const mayUpdate = useCan('update', 'Order');
  const narrow = useNarrowScreen();
  const navigate = useNavigate();
  const ask = (next: OrderDialog | undefined, ofCase?: string) =>
    void navigate({
      to: '.',
      search: { dialog: next, case: ofCase },
      replace: next === undefined,
      resetScroll: false,
    });
  const payments = useQuery(onlinePaymentsQuery(order.id)).data;
  const hasCase = payments?.cases.some((one) => !one.closed_at) ?? false;
  const hasCalls = useQuery(hasProviderCallsQuery(order.id)).data ?? false;
  const hasReceipt = useReceipts(order)?.some((receipt) => receipt.status === 'waiting') ?? false;
  const isRefunded = mayUpdate && isToCancel(order);

  const items = (
    <>
      <Suspense fallback={null}>
        {hasCase && <CasesBanner order={order} mayUpdate={mayUpdate} ask={ask} />}
        {hasReceipt && <ReceiptsBanner order={order} mayUpdate={mayUpdate} />}
        <AddressCallout order={order} mayUpdate={mayUpdate} />
      </Suspense>
      {mayUpdate && <RefusedCallout order={order} />}
      {isRefunded && (
        <Suspense fallback={null}>
          <RefundedCallout onCancel={() => ask('CNCL')} />
        </Suspense>
      )}
      <OrderItemsCard order={order} />
    </>
  );
  const money = (
    <>
      <MoneyCard order={order} mayUpdate={mayUpdate} ask={ask} />
      <Suspense fallback={null}>
        {payments && <OnlinePaymentsCard order={order} mayUpdate={mayUpdate} ask={ask} />}
      </Suspense>
    </>
  );
  const shipping = (
    <>
      <ShipmentsCard order={order} mayUpdate={mayUpdate} onReceive={() => ask('RTRN')} />
      <Suspense fallback={null}>
        <ReturnsCard order={order} />
      </Suspense>
    </>
  );
  const activity = (
    <>
      <OrderActivity order={order} mayComment={mayUpdate} />
      {hasCalls && (
        <InSight>
          <Suspense fallback={null}>
            <ProviderCallsCard order={order.id} mayUpdate={mayUpdate} />
          </Suspense>
        </InSight>
      )}
    </>
  );
  return (
    <>
      <Header order={order} mayUpdate={mayUpdate} ask={ask} quiet={(hasReceipt && mayUpdate) || isRefunded} />
      <OrderTrack order={order} />
      {narrow ? (
        // One column in the order of the work, also for the keyboard.
        <Stack gap={16}>
          {items}
          {money}
          <CustomerCard order={order} />
          {shipping}
          <ShopperNote order={order} />
          <OrderPapers order={order} mayUpdate={mayUpdate} />
          {activity}
        </Stack>
      ) : (
        <TwoColumns
          main={
            <>
              {items}
              {shipping}
              {activity}
            </>
          }
          side={
            <>
              <ShopperNote order={order} />
              <CustomerCard order={order} />
              {money}
              <OrderPapers order={order} mayUpdate={mayUpdate} />
            </>
          }
        />
      )}
    </>
  );
}

function Header({
  order,
  mayUpdate,
  ask,
  quiet,
}: {
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog | undefined) => void;
  quiet: boolean;
}) {
  const t = useOrderPageText();
  const { dialog } = orderSearch(useSearch({ strict: false }));
  const status = useRef<HTMLDivElement>(null);
  const title = t('order', { number: orderName(order.number) });
  usePageName(title);
  return (
    <PageHeader
      title={title}
      badge={
        // On a phone both wrap together.
        <Group gap={10} wrap="nowrap">
          <div ref={status} tabIndex={-1} className={classes.status}>
            <OrderStatusBadge status={order.status} />
          </div>
          <PaymentNotice order={order} />
        </Group>
      }
      subtitle={
        <>
          <Time value={order.creation_date} style="full" />
          {' · '}
          <Time value={order.creation_date} relative />
          {order.was_guest_order && ` · ${t('guest')}`}
        </>
      }
      back={{ to: '/orders/list', search: lastSearch(ordersList) }}
      actions={
        <div className={classes.actions} data-wide>
          <Neighbours id={order.id} />
          {order.status === 'DRFT' ? (
            <DraftActions order={order} mayUpdate={mayUpdate} />
          ) : (
            <OrderActions
              order={order}
              mayUpdate={mayUpdate}
              dialog={dialog}
              ask={ask}
              quiet={quiet}
              statusPlace={status}
            />
          )}
        </div>
      }
    />
  );
}

/** Links to the orders before and after this one in the list it was opened from, if any. */
export function Neighbours({ id }: { id: string }) {
  const t = useOrderPageText();
  const client = useQueryClient();
  const pages = client
    .getQueryCache()
    .findAll({ queryKey: [...orders.key, 'index'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => (query.state.data as Page<OrderRow> | undefined)?.data ?? []);
  const rows = pages.find((page) => page.some((row) => row.id === id));
  if (!rows) return null;
  const at = rows.findIndex((row) => row.id === id);
  const own = rows[at]?.number ?? 0;
  const to = (row: OrderRow | undefined, icon: 'up' | 'down') => {
    const Icon = icon === 'up' ? IconChevronUp : IconChevronDown;
    // The arrows follow the list's sort; "next" and "previous" in the label follow the numbers.
    const text = row ? `${t(row.number < own ? 'previous' : 'following')} ${orderName(row.number)}` : '';
    if (!row) {
      return (
        <ActionIcon variant="default" disabled aria-label={t(icon === 'up' ? 'listStart' : 'listEnd')}>
          <Icon size={18} />
        </ActionIcon>
      );
    }
    return (
      <Tip label={text}>
        <LinkActionIcon variant="default" to="/orders/view/$id" params={{ id: row.id }} aria-label={text}>
          <Icon size={18} />
        </LinkActionIcon>
      </Tip>
    );
  };
  return (
    <Box visibleFrom="sm">
      <ActionIcon.Group>
        {to(rows[at - 1], 'up')}
        {to(rows[at + 1], 'down')}
      </ActionIcon.Group>
    </Box>
  );
}
