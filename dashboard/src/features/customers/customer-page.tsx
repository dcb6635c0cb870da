import { useMayOpen } from '@/modules/screens/screens';
import { lastSearch } from '@/shared/table/use-list';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBan, IconFileZip, IconPencil, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useParams } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { countryName } from '@/modules/address/address';
import { Avatar } from '@/modules/person/person';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader, TwoColumns } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { CustomerActivity } from './customer-activity';
import { CustomerAlerts } from './customer-alerts';
import { CustomerCarts } from './customer-carts';
import { CustomerOrders } from './customer-orders';
import { CustomerSide } from './customer-side';
import { customers, type CustomerView } from './customers.api';
import { customersList } from './customers.search';
import { useCustomerText } from './i18n';
import { usePersonalText } from './personal/i18n';
import { LinkButton } from '@/shared/ui/link-button';

const DataExportDialog = lazyDialog(() => import('./personal/data-export-dialog'));
const EraseDialog = lazyDialog(() => import('./personal/erase-dialog'));
const BlockDialog = lazyDialog(() => import('./block-dialog').then((module) => ({ default: module.BlockDialog })));

/** CU-01: one customer: what they bought, how to reach them, what they agreed to, what happened. */
export function CustomerPage() {
  const { id } = useParams({ from: '/customers/view/$id' });
  const query = useQuery(customers.findQuery(id));
  // A record that was merged into another leads to that one.
  const survivorId = query.data && query.data.id !== id ? query.data.id : null;
  if (survivorId) return <Navigate to="/customers/view/$id" params={{ id: survivorId }} replace />;
  return (
    <>
      <DetailPage isFullPage query={query}>
        {(customer) => <Customer key={customer.id} customer={customer} />}
      </DetailPage>
      <Outlet />
    </>
  );
}

function Customer({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const { language } = useLanguage();
  const mayReadOrders = useCan('read', 'Order');
  const mayReadCarts = useCan('read', 'Cart');
  const p = usePersonalText();
  // A record that was erased is nobody's: nothing of it is changed any more.
  const erased = customer.erased_at !== null;
  const mayUpdate = useCan('update', 'Customer') && !erased;
  const mayEdit = useMayOpen('/customers/view/$id/edit') && !erased;
  // The file holds the person's orders and carts as well.
  const [exports, readsOrders, readsCarts] = [
    useCan('export', 'Customer'),
    useCan('read', 'Order'),
    useCan('read', 'Cart'),
  ];
  const mayExport = exports && readsOrders && readsCarts && !erased;
  const mayErase = useCan('delete', 'Customer') && !erased;
  const [open, setOpen] = useState<'block' | 'export' | 'erase' | null>(null);
  const close = () => setOpen(null);
  const place = [customer.city, customer.country && countryName(customer.country, language)]
    .filter(Boolean)
    .join(language === 'ar' ? '، ' : ', ');
  const main = (
    <>
      <Figures customer={customer} />
      {mayReadOrders && <CustomerOrders customer={customer} />}
      {mayReadCarts && !erased && <CustomerCarts id={customer.id} />}
      <CustomerActivity id={customer.id} />
    </>
  );
  return (
    <>
      <PageHeader
        title={
          <span style={{ display: 'inline-flex', alignItems: 'center', gap: 12 }}>
            <Avatar name={customer.name} size={40} />
            <bdi>{customer.name}</bdi>
          </span>
        }
        badge={
          erased ? (
            <StatusBadge tone="gray">{p('erased')}</StatusBadge>
          ) : customer.is_blocked ? (
            <StatusBadge tone="red">{t('blocked')}</StatusBadge>
          ) : undefined
        }
        subtitle={[place, t('since', { date: formatDate(customer.created_at, 'long', language) })]
          .filter(Boolean)
          .join(' · ')}
        back={{ to: '/customers/list', search: lastSearch(customersList) }}
        more={[
          mayExport && {
            key: 'export',
            label: p('export'),
            icon: IconFileZip,
            folded: true,
            onClick: () => setOpen('export'),
          },
          mayUpdate &&
            !customer.is_blocked && {
              key: 'block',
              label: t('block.act'),
              icon: IconBan,
              danger: true,
              folded: true,
              onClick: () => setOpen('block'),
            },
          mayErase && {
            key: 'erase',
            label: p('erase'),
            icon: IconUserX,
            danger: true,
            folded: true,
            onClick: () => setOpen('erase'),
          },
        ].filter((action) => action !== false)}
        actions={
          mayEdit && (
            <LinkButton
              to="/customers/view/$id/edit"
              params={{ id: customer.id }}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {t('form.edit')}
            </LinkButton>
          )
        }
      />
      <CustomerAlerts customer={customer} mayUpdate={mayUpdate} />
      {erased ? <Stack gap={20}>{main}</Stack> : <TwoColumns main={main} side={<CustomerSide customer={customer} />} />}
      {open && (
        <Suspense fallback={null}>
          {open === 'block' && <BlockDialog customer={customer} onClose={close} />}
          {open === 'export' && <DataExportDialog customer={customer} onClose={close} />}
          {open === 'erase' && <EraseDialog customer={customer} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}

/** What the customer's orders come to. */
function Figures({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const lostOrders = [
    customer.cancelled_count > 0 && t('fact.cancelled', { count: customer.cancelled_count }),
    customer.returned_count > 0 && t('fact.returned', { count: customer.returned_count }),
  ].filter(Boolean);
  const line = (text: ReactNode) => (
    <Text size="xs" c="dimmed" fw={400} component="div">
      {text}
    </Text>
  );
  // Four figures side by side leave no room for the usual size: a long amount would touch the edge.
  const figure = (value: ReactNode) => (
    <Text span inherit fz={18}>
      {value}
    </Text>
  );
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={{ base: 12, sm: 16 }}>
      <StatCard label={t('fact.spent')} value={figure(<Money amount={customer.total_spent} fw={600} />)} />
      <StatCard
        label={t('fact.average')}
        value={figure(customer.average_order === null ? '—' : <Money amount={customer.average_order} fw={600} />)}
      />
      <StatCard
        label={t('fact.orders')}
        value={
          <>
            {figure(formatNumber(customer.orders_count))}
            {lostOrders.length > 0 && line(lostOrders.join(' · '))}
          </>
        }
      />
      <StatCard
        label={t('fact.last')}
        value={
          <>
            {figure(<Time value={customer.last_order_at} relative />)}
            {customer.first_order_at &&
              customer.first_order_at !== customer.last_order_at &&
              line(
                <>
                  {t('fact.first')} <Time value={customer.first_order_at} style="date" />
                </>,
              )}
          </>
        }
      />
    </SimpleGrid>
  );
}
