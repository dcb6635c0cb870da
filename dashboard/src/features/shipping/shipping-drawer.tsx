import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { useShippingText } from './i18n';
import { MethodForm } from './method-form';
import { proposalQuery, shippingMethods } from './shipping.api';
import type { ShippingKind } from './shipping.model';

/** A method in a drawer over the list: `new` or an id. */
export function ShippingDrawer() {
  const t = useShippingText();
  const { id } = useParams({ from: '/shipping-settings/$id' });
  const { kind } = useSearch({ from: '/shipping-settings/$id' });
  const isNew = id === 'new';
  const query = useQuery({ ...shippingMethods.findQuery(id), enabled: !isNew });
  const proposal = useQuery({ ...proposalQuery, enabled: isNew && kind !== 'PICKUP', staleTime: Infinity });
  const shown: ShippingKind = isNew ? (kind ?? 'CUSTOM') : (query.data?.provider ?? 'CUSTOM');
  return (
    <RoutedDrawer title={t(`form.${shown}`)} closeTo={{ to: '/shipping-settings' }}>
      {(close, leave) =>
        isNew ? (
          shown !== 'PICKUP' ? (
            <DetailPage query={proposal}>
              {(proposed) => <MethodForm kind={shown} proposed={proposed} onDone={close} />}
            </DetailPage>
          ) : (
            <MethodForm kind={shown} onDone={close} />
          )
        ) : (
          <DetailPage query={query}>
            {(method) => (
              <MethodForm key={method.id} method={method} kind={method.provider} onDone={close} onGone={leave} />
            )}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}
