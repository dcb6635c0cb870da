import { Button, Card, Text, Title } from '@mantine/core';
import { orderStatuses, paymentStatuses } from '@/modules/status-badge/order-status';
import { OrderStatusBadge, PaymentStatusMark } from '@/modules/status-badge/order-badges';
import { DataTable, type Column } from '@/shared/table/data-table';
import { confirm } from '@/shared/ui/confirm';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { useKitText } from './i18n';
import { KitBlock, KitState } from './kit-block';

interface Row {
  id: string;
  price: string;
}
const rows: readonly Row[] = ['149.50', '1280.00', '9.95'].map((price, at) => ({ id: `row-${at}`, price }));

/** Type, statuses, tables, tabs, and what a page says of itself. */
export function KitStates() {
  const t = useKitText();
  const columns: readonly Column<Row>[] = [
    { key: 'product', header: t('product'), card: 'title', cell: () => t('value') },
    { key: 'date', header: t('date'), cell: () => <Time value="2027-01-15T09:30:00Z" /> },
    { key: 'price', header: t('price'), align: 'number', card: 'end', cell: (row) => <Money amount={row.price} /> },
  ];
  return (
    <>
      <KitBlock name="Title, Text">
        <KitState name="h1 22/600">
          <Title order={2} size="h1">
            {t('sales')}
          </Title>
        </KitState>
        <KitState name="h2 18/600">
          <Title order={3} size="h2">
            {t('sales')}
          </Title>
        </KitState>
        <KitState name="h3 16/600">
          <Title order={3}>{t('sales')}</Title>
        </KitState>
        <KitState name="sm 14">
          <Text size="sm">{t('emptyText')}</Text>
        </KitState>
        <KitState name="xs 12.5 dimmed">
          <Text size="xs" c="dimmed">
            {t('emptyText')}
          </Text>
        </KitState>
      </KitBlock>
      <KitBlock name="OrderStatusBadge, PaymentStatusMark">
        {orderStatuses.map((status) => (
          <KitState key={status} name={status}>
            <OrderStatusBadge status={status} />
          </KitState>
        ))}
        {paymentStatuses.map((status) => (
          <KitState key={status} name={status}>
            <PaymentStatusMark status={status} />
          </KitState>
        ))}
      </KitBlock>
      <KitBlock name="LinkTabs">
        <LinkTabs
          label={t('tabs')}
          tabs={[
            { link: { to: '/orders/list' }, label: t('orders'), count: 9 },
            { link: { to: '/products/list' }, label: t('products') },
          ]}
        />
      </KitBlock>
      <KitBlock name="DataTable">
        <KitState name={t('usual')} width="100%">
          <Card padding={0}>
            <DataTable label={t('products')} columns={columns} rows={rows} rowId={(row) => row.id} />
          </Card>
        </KitState>
        <KitState name={t('loading')} width="100%">
          <Card padding={0}>
            <DataTable label={t('loading')} columns={columns} rows={[]} rowId={(row) => row.id} loadingRows={2} />
          </Card>
        </KitState>
      </KitBlock>
      <KitBlock name="EmptyState">
        <Card padding={0} w="100%">
          <EmptyState order={3} title={t('emptyTitle')} text={t('emptyText')}>
            <Button>{t('add')}</Button>
          </EmptyState>
        </Card>
      </KitBlock>
      <KitBlock name="ErrorState">
        <Card padding={0} w="100%">
          <ErrorState onRetry={() => toast.success(t('shown'))} />
        </Card>
      </KitBlock>
      <KitBlock name="toast, confirm">
        <Button variant="default" onClick={() => toast.success(t('saved'))}>
          toast.success
        </Button>
        <Button variant="default" onClick={() => toast.danger({ title: t('error'), message: t('hint') })}>
          toast.danger
        </Button>
        <Button variant="default" onClick={() => void confirm({ title: t('ask'), confirm: t('delete'), danger: true })}>
          confirm
        </Button>
      </KitBlock>
    </>
  );
}
