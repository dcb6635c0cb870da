import { IconPackage, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ListQuery } from '@/shared/api/params';
import { fetchPart } from '@/shared/api/parts';
import { onFirstTouch } from '@/shared/lib/first-touch';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { useBulkShipmentText } from './i18n';

// The code of the actions is loaded before a row can be selected.
const load = () => import('./run-bulk-shipments');

/** Bulk actions on shipments; results are shown per order. */
export function useBulkShipments(mayUpdate: boolean, params: ListQuery, shipAll: () => Promise<boolean>): BulkAction[] {
  const t = useBulkShipmentText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [ofCouriers, setOfCouriers] = useState<BulkAction[]>([]);
  useEffect(
    () =>
      onFirstTouch(
        () =>
          void load().then(
            async (part) => setOfCouriers(await part.courierActions(client)),
            () => undefined,
          ),
      ),
    [client],
  );
  const labels: BulkAction = {
    key: 'labels',
    label: t('labels'),
    icon: <IconPrinter size={15} aria-hidden />,
    run: async (ids) => (await fetchPart(load)).printLabelsOf(ids),
    runAll: async () => (await fetchPart(load)).printAllLabels(params),
  };
  const slips: BulkAction = {
    key: 'slips',
    label: t('slips'),
    icon: <IconPackage size={15} aria-hidden />,
    run: async (ids) => (await fetchPart(load)).printSlipsOf(ids),
    runAll: async () => (await fetchPart(load)).printAllSlips(params),
  };
  const ship: BulkAction = {
    key: 'ship',
    label: t('ship'),
    icon: <IconTruckDelivery size={15} aria-hidden />,
    ask: (count) => ({ title: t('shipAsk', { count }), text: t('shipText') }),
    runAll: shipAll,
    run: async (ids) => (await fetchPart(load)).shipOrders(ids, client, () => void navigate({ to: '/orders/confirm' })),
  };
  const printed = [labels, ...ofCouriers, slips];
  return mayUpdate ? [ship, ...printed] : printed;
}
