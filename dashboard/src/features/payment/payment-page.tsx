import { Button, Card, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Sortable } from '@/shared/dnd/sortable';
import { useCan } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { AccountsSection } from './accounts-section';
import { usePaymentText } from './i18n';
import { MethodRow } from './method-row';
import { gatewaysQuery, paymentMethods, paymentQuery, sortMethods, type PaymentMethod } from './payment.api';
import classes from './payment.module.css';

const AddMethodDialog = lazyDialog(() =>
  import('./add-method-dialog').then((part) => ({ default: part.AddMethodDialog })),
);

/** PY-01: the store's payment methods as shoppers see them, each edited in a drawer, and the bank accounts of transfers. */
export function PaymentPage() {
  const t = usePaymentText();
  const query = useQuery(paymentQuery);
  const gateways = useQuery(gatewaysQuery).data;
  const mayReadAccounts = useCan('read', 'BankAccount');
  const mayCreate = useCan('create', 'Payment');
  const [isAdding, setAdding] = useState(false);
  const canAdd = mayCreate && gateways && gateways.length > 0;
  return (
    <>
      <Outlet />
      <PageHeader
        title={t('title')}
        actions={
          canAdd && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      />
      <DetailPage query={query}>
        {(methods) => (
          <Stack gap={20}>
            <Methods methods={methods} />
            {mayReadAccounts && <AccountsSection />}
          </Stack>
        )}
      </DetailPage>
      {isAdding && gateways && (
        <Suspense fallback={null}>
          <AddMethodDialog gateways={gateways} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Methods({ methods }: { methods: PaymentMethod[] }) {
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Payment');
  const sort = useApiMutation({
    run: (ids: string[]) => sortMethods(ids),
    invalidates: [paymentMethods.key],
    scope: 'payment-order',
  });
  const put = (next: PaymentMethod[]) => {
    client.setQueryData(paymentQuery.queryKey, next);
    sort.mutate(next.map((method) => method.id));
  };
  return (
    <Card padding={0} className={classes.methods}>
      <Sortable items={methods} onSort={put}>
        {(method, handle) => (
          <MethodRow method={method} handle={mayUpdate && methods.length > 1 ? handle : undefined} />
        )}
      </Sortable>
    </Card>
  );
}
