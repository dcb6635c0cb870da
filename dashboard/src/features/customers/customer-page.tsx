import { lastSearch } from '@/shared/table/use-list';
import { Alert, Badge, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBan, IconFileZip, IconPencil, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useParams } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { countryName } from '@/modules/address/address';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { Avatar } from '@/modules/person/person';
import { CustomerTrustCard } from '@/modules/trust/trust-cards';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { CustomerActivity } from './customer-activity';
import { CustomerAddresses } from './customer-addresses';
import { CustomerCarts } from './customer-carts';
import { CustomerConsents } from './customer-consents';
import { CustomerContacts, CustomerDuplicates } from './customer-duplicates';
import { CustomerNotes } from './customer-notes';
import { CustomerOrders } from './customer-orders';
import { customers, staleAfterChange, unblock, type CustomerView } from './customers.api';
import { customersList } from './customers.search';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';
import { usePersonalText } from './personal/i18n';
import { LinkButton } from '@/shared/ui/link-button';

const CustomerSegments = lazyPart(() =>
  import('./segments/customer-segments').then((module) => ({ default: module.CustomerSegments })),
);
const DataExportDialog = lazyDialog(() => import('./personal/data-export-dialog'));
const EraseDialog = lazyDialog(() => import('./personal/erase-dialog'));
const BlockDialog = lazyDialog(() => import('./block-dialog').then((module) => ({ default: module.BlockDialog })));

/** CU-01: one customer: what they bought, how to reach them, what they agreed to, what happened. */
export function CustomerPage() {
  const { id } = useParams({ from: '/customers/view/$id' });
  const query = useQuery(customers.findQuery(id));
  // A record that was merged into another leads to that one.
  const stayed = query.data && query.data.id !== id ? query.data.id : null;
  if (stayed) return <Navigate to="/customers/view/$id" params={{ id: stayed }} replace />;
  return (
    <>
      <DetailPage whole query={query}>
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
  const free = useApiMutation({
    run: () => unblock(customer.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('block.undone')),
  });
  const askToFree = async () => {
    if (
      await confirm({ title: t('block.undoAsk', { name: `\u2068${customer.name}\u2069` }), confirm: t('block.undo') })
    )
      free.mutate();
  };
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
          mayUpdate && (
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
      {erased && (
        <Alert color="gray" icon={<IconUserX size={18} aria-hidden />} mb={20}>
          <Text size="sm" component="div">
            {p('erased.text')}
          </Text>
          <Text size="xs" c="dimmed" component="div" mt={4}>
            <Time value={customer.erased_at} />
          </Text>
        </Alert>
      )}
      {customer.block && (
        <Alert color="red" icon={<IconBan size={18} />} mb={20} title={t('block.alert')}>
          <Text size="sm" component="div" className={classes.words}>
            <bdi>{customer.block.reason}</bdi>
          </Text>
          <Text size="xs" c="dimmed" component="div" mt={4}>
            <Time value={customer.block.at} />
          </Text>
          {mayUpdate && (
            <Button variant="default" size="xs" mt={10} loading={free.isPending} onClick={() => void askToFree()}>
              {t('block.undo')}
            </Button>
          )}
        </Alert>
      )}
      {erased ? (
        <Stack gap={20}>{main}</Stack>
      ) : (
        <TwoColumns
          main={main}
          side={
            <>
              <Section title={t('contact')}>
                {customer.mobile && <MobileLine mobile={customer.mobile} />}
                {customer.email && <EmailLine email={customer.email} />}
                <CustomerContacts customer={customer} />
                <Text size="sm" c="dimmed" mt={6}>
                  {t('reads', { language: t(customer.language === 'en' ? 'language.en' : 'language.ar') })}
                </Text>
                {(customer.tags.length > 0 || customer.groups.length > 0) && (
                  <div className={classes.marks} style={{ marginBlockStart: 12 }}>
                    {customer.groups.map((group) => (
                      <Badge key={group.id} variant="filled" tt="none" fw={500}>
                        <bdi>{group.name}</bdi>
                      </Badge>
                    ))}
                    {customer.tags.map((tag) => (
                      <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
                        <bdi>{tag}</bdi>
                      </Badge>
                    ))}
                  </div>
                )}
                <Suspense fallback={null}>
                  <CustomerSegments id={customer.id} />
                </Suspense>
              </Section>
              <CustomerTrustCard id={customer.id} />
              <CustomerDuplicates customer={customer} />
              <CustomerNotes id={customer.id} />
              <CustomerConsents customer={customer} />
              <CustomerAddresses customer={customer} />
            </>
          }
        />
      )}
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
  const lost = [
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
            {lost.length > 0 && line(lost.join(' · '))}
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
