import { ActionIcon, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { Avatar } from '@/modules/person/person';
import { OrderTrustCard } from '@/modules/trust/trust-cards';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { MoneyCard } from './money/money-card';
import { useOrderPageText } from './page/i18n';
import type { OrderView } from './orders.api';
import type { OrderDialog } from './orders.search';
import classes from './order.module.css';

// Last on the page, and large: loaded later.
const DocumentsCard = lazyPart(() =>
  import('@/modules/documents/documents-card').then((module) => ({ default: module.DocumentsCard })),
);
// Only orders by transfer have receipts.
const ReceiptsCard = lazyPart(() =>
  import('./transfers/receipts-card').then((module) => ({ default: module.ReceiptsCard })),
);

/** The side column: the shopper's note, the customer, address, payment and shipping. */
export function OrderSide({
  order,
  mayUpdate,
  ask,
}: {
  order: OrderView;
  mayUpdate: boolean;
  ask: (dialog: OrderDialog) => void;
}) {
  const t = useOrderPageText();
  const { language } = useLanguage();
  return (
    <>
      {order.note && (
        <Section title={t('note')}>
          <blockquote className={classes.quote} dir="auto">
            {order.note}
          </blockquote>
        </Section>
      )}
      <CustomerCard order={order} />
      {/* The order of an erased customer has no number to score. */}
      <OrderTrustCard
        id={order.id}
        isCash={order.payment_provider === 'COD' && order.status !== 'DRFT' && order.mobile !== ''}
      />
      {order.status !== 'DRFT' && <ShopperLink url={order.shopper_url} />}
      {order.shipping_provider && (
        <Section title={order.address ? t('address') : t('shipping')}>
          <Stack gap={12}>
            <Text size="sm" c="dimmed" component="div">
              <bdi>{textOf(order.shipping.name, language)}</bdi>
            </Text>
            {order.address ? (
              <AddressLines
                address={order.address}
                showRecipient={order.address.name !== order.sender_name || order.address.mobile !== order.mobile}
              />
            ) : (
              <Text size="sm">{t('address.pickup')}</Text>
            )}
          </Stack>
        </Section>
      )}
      <MoneyCard order={order} mayUpdate={mayUpdate} ask={ask} />
      <Suspense fallback={null}>
        <ReceiptsCard order={order} />
      </Suspense>
      {order.status !== 'DRFT' && (
        <Suspense fallback={<Skeleton height={180} radius="md" />}>
          <DocumentsCard
            order={order.id}
            mayUpdate={mayUpdate}
            mayInvoice={order.status !== 'CNCL' && order.money.state !== 'refunded'}
          />
        </Suspense>
      )}
    </>
  );
}

/** The order's page in the store, to send to the customer. */
export function ShopperLink({ url }: { url: string }) {
  const t = useOrderPageText();
  const copy = () => copyText(url, { done: t('link.copied'), failed: t('link.notCopied') });
  return (
    <Section title={t('link')} text={t('link.text')}>
      <Group gap={8} wrap="nowrap">
        <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" className={classes.shopperLink}>
          {url.replace(/^https?:\/\//, '')}
        </a>
        <ActionIcon variant="default" size={36} aria-label={t('link.copy')} onClick={() => void copy()}>
          <IconCopy size={17} />
        </ActionIcon>
      </Group>
    </Section>
  );
}

function CustomerCard({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const mayRead = useCan('read', 'Customer');
  const { customer } = order;
  const name = customer.name || order.sender_name;
  return (
    <Section title={t('customer')}>
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
    </Section>
  );
}
