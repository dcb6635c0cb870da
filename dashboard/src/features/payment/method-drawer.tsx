import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '@/shared/ui/empty-state';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { EventsSection } from './events/events-section';
import { GatewayConnection } from './gateway-connection';
import { usePaymentText } from './i18n';
import { MethodForm } from './method-form';
import { credentialsQuery, gatewaysQuery, paymentQuery, type PaymentMethod } from './payment.api';

/** PY-01: one payment method in a drawer over the list. */
export function MethodDrawer() {
  const t = usePaymentText();
  const { id } = useParams({ from: '/settings-shell/payment-settings/methods/$id' });
  const query = useQuery(paymentQuery);
  const method = query.data?.find((one) => one.id === id);
  return (
    <RoutedDrawer title={method ? t(`kind.${method.provider}`) : t('title')} closeTo={{ to: '/payment-settings' }}>
      {(close, leave) => (
        <DetailPage query={query}>
          {() =>
            method ? (
              <Stack gap={20}>
                {method.connection && <Connection key={method.id} method={method} />}
                <MethodForm key={method.id} method={method} onDone={close} onGone={leave} />
                {method.connection?.is_complete && <EventsSection key={method.id} methodId={method.id} />}
              </Stack>
            ) : (
              <EmptyState title={t('gone')} illustration="map" />
            )
          }
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}

/** PY-02: the credentials of a gateway; nothing where the installation has it no more. */
function Connection({ method }: { method: PaymentMethod }) {
  const gateway = useQuery(gatewaysQuery).data?.find((one) => one.provider === method.provider);
  const query = useQuery({ ...credentialsQuery(method.id), enabled: gateway !== undefined });
  if (!gateway) return null;
  return (
    <DetailPage query={query}>
      {(credentials) => <GatewayConnection gateway={gateway} method={method} credentials={credentials} />}
    </DetailPage>
  );
}
