import { Group, Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { Avatar } from '@/modules/person/person';
import { OrderTrustLine } from '@/modules/trust/order-trust-line';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { InSight } from './in-sight';
import { useOrderPageText } from './page/i18n';
import type { OrderView } from './orders.api';
import classes from './order.module.css';

// Last on the page, and large: loaded later.
const DocumentsCard = lazyPart(() =>
  import('@/modules/documents/documents-card').then((module) => ({ default: module.DocumentsCard })),
);
// Only orders by transfer have receipts.
const ReceiptsCard = lazyPart(() =>
  import('./transfers/receipts-card').then((module) => ({ default: module.ReceiptsCard })),
);

/** What the shopper wrote with the order. */
export function ShopperNote({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  if (!order.note) return null;
  return (
    <Section title={t('note')}>
      <blockquote className={classes.quote} dir="auto">
        {order.note}
      </blockquote>
    </Section>
  );
}

/** What backs the order: how far its cash is trusted, the decided receipts, the documents. */
export function OrderPapers({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  return (
    <>
      <OrderTrustLine id={order.id} />
      <Suspense fallback={null}>
        <ReceiptsCard order={order} />
      </Suspense>
      {order.status !== 'DRFT' && (
        <InSight fallback={<Skeleton height={180} radius="md" />}>
          <Suspense fallback={<Skeleton height={180} radius="md" />}>
            <DocumentsCard
              order={order.id}
              mayUpdate={mayUpdate}
              mayInvoice={order.status !== 'CNCL' && order.money.state !== 'refunded'}
            />
          </Suspense>
        </InSight>
      )}
    </>
  );
}

/** The customer, and where the order goes. */
export function CustomerCard({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const { language } = useLanguage();
  return (
    <Section title={t('customer')}>
      <Customer order={order} />
      {order.shipping_provider && (
        <div className={classes.part}>
          <Group justify="space-between" gap={12} mb={6} wrap="nowrap" align="baseline">
            <Title order={3} className={classes.partTitle}>
              {order.address ? t('address') : t('shipping')}
            </Title>
            <Text size="sm" c="dimmed" component="div" ta="end">
              <bdi>{textOf(order.shipping.name, language)}</bdi>
            </Text>
          </Group>
          {order.address ? (
            <AddressLines
              address={order.address}
              showRecipient={order.address.name !== order.sender_name || order.address.mobile !== order.mobile}
            />
          ) : (
            <Text size="sm">{t('address.pickup')}</Text>
          )}
        </div>
      )}
    </Section>
  );
}

function Customer({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const mayRead = useCan('read', 'Customer');
  const { customer } = order;
  const name = customer.name || order.sender_name;
  return (
    <>
      <Group gap={12} wrap="nowrap" mb={8}>
        <Avatar name={name} size={40} />
        <div style={{ minInlineSize: 0 }}>
          {mayRead ? (
            <Link to="/customers/view/$id" params={{ id: customer.id }} className={classes.linkName}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <Text fw={500} component="div">
              <bdi>{name}</bdi>
            </Text>
          )}
          <Text size="xs" c="dimmed" component="div">
            {[
              customer.orders_count > 0 && t('customer.orders', { count: customer.orders_count }),
              order.sender_name !== name && t('customer.sentBy', { name: order.sender_name }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      </Group>
      {order.mobile && <MobileLine mobile={order.mobile} />}
      {order.email && <EmailLine email={order.email} />}
    </>
  );
}
