import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useCourier } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { MethodForm } from './method-form';
import { proposalQuery, shippingMethods } from './shipping.api';
import type { ShippingProvider } from '@/modules/shipping/providers';

/** A method in a drawer over the list: `new` or an id. */
export function ShippingDrawer() {
  const name = useShippingName();
  const { id } = useParams({ from: '/settings-shell/shipping-settings/$id' });
  const { kind } = useSearch({ from: '/settings-shell/shipping-settings/$id' });
  const isNew = id === 'new';
  const query = useQuery({ ...shippingMethods.findQuery(id), enabled: !isNew });
  const proposal = useQuery({ ...proposalQuery, enabled: isNew && !kind, staleTime: Infinity });
  const provider: ShippingProvider = isNew ? (kind ?? 'CUSTOM') : (query.data?.provider ?? 'CUSTOM');
  const courier = useCourier(provider);
  return (
    <RoutedDrawer title={name(provider)} closeTo={{ to: '/shipping-settings' }}>
      {(close, leave) =>
        isNew ? (
          provider === 'CUSTOM' ? (
            <DetailPage query={proposal}>
              {(proposed) => <MethodForm kind={provider} proposed={proposed} onDone={close} />}
            </DetailPage>
          ) : (
            <MethodForm key={provider} kind={provider} courier={courier} onDone={close} />
          )
        ) : (
          <DetailPage query={query}>
            {(method) => (
              <MethodForm
                key={method.id}
                method={method}
                kind={method.provider}
                courier={courier}
                onDone={close}
                onGone={leave}
              />
            )}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}
