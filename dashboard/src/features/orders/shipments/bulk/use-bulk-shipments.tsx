import { IconPackage, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { printDocuments } from '@/modules/documents/documents.api';
import type { ListQuery } from '@/shared/api/params';
import { isApiError } from '@/shared/api/error';
import type { BulkResult } from '@/shared/api/wire';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { tellOrderFailure } from '../../order-failure';
import { staleAfterChange } from '../../orders.api';
import { useBulkShipmentText } from './i18n';
import { matchingIds } from './matching-ids';
import { printLabels, shipMany, type ShipResult } from '../shipments.api';

/** The most orders of one print; the server says the same. */
const most = 200;

/** What can be done with the shipments of many orders at once; what became of each order is told row by row. */
export function useBulkShipments(mayUpdate: boolean, params: ListQuery, shipAll: () => Promise<boolean>): BulkAction[] {
  const t = useBulkShipmentText();
  const client = useQueryClient();
  const navigate = useNavigate();
  /** Cash orders whose customers nobody has asked yet are asked about once, for all of them. */
  const askAboutWaiting = async (results: ShipResult[]): Promise<ShipResult[]> => {
    const waiting = results.filter((result) => result.code === 'waits_for_confirmation').map((result) => result.id);
    const count = waiting.length;
    if (count === 0) return results;
    const anyway = await confirm({
      title: t('waits', { count }),
      text: t('waitsText'),
      confirm: t('shipAnyway'),
      cancel: t('leaveAtDesk'),
    });
    if (!anyway) {
      toast.info({
        title: t('left', { count }),
        action: { label: t('toDesk'), run: () => void navigate({ to: '/orders/confirm' }) },
      });
      return results;
    }
    const shipped = await shipMany(waiting, true);
    return results.map((result) => shipped.find((one) => one.id === result.id) ?? result);
  };
  const labelsOf = async (ids: string[]): Promise<BulkResult[] | null> => {
    if (ids.length > most) {
      toast.warning(t('tooMany'));
      return null;
    }
    const without = (id: string): BulkResult => ({ id, is_ok: false, message: t('noShipment') });
    try {
      const left = await printLabels(ids);
      return ids.map((id) => (left.has(id) ? without(id) : { id, is_ok: true }));
    } catch (error) {
      // None of them has a shipment: told of each, as it is when some have none.
      if (isApiError(error) && error.code === 'nothing_to_print') return ids.map(without);
      tellOrderFailure(error);
      return null;
    }
  };
  const labels: BulkAction = {
    key: 'labels',
    label: t('labels'),
    icon: <IconPrinter size={15} aria-hidden />,
    run: labelsOf,
    // As many as one print takes are read first; more are refused as chosen ones would be.
    runAll: async () => {
      try {
        const results = (await labelsOf(await matchingIds(params, most + 1))) ?? [];
        const without = results.filter((result) => !result.is_ok).length;
        if (without > 0) toast.warning(t('without', { count: without }));
        return results.length > without;
      } catch (error) {
        tellOrderFailure(error);
        return false;
      }
    },
  };
  const slipsOf = async (ids: string[]): Promise<null> => {
    if (ids.length > most) {
      toast.warning(t('tooMany'));
      return null;
    }
    try {
      const { leftOut } = await printDocuments(ids, 'packing_slip');
      if (leftOut > 0) toast.info(t('slipsLeftOut', { count: leftOut }));
    } catch (error) {
      tellOrderFailure(error);
    }
    return null;
  };
  const slips: BulkAction = {
    key: 'slips',
    label: t('slips'),
    icon: <IconPackage size={15} aria-hidden />,
    run: slipsOf,
    runAll: async () => {
      try {
        await slipsOf(await matchingIds(params, most + 1));
      } catch (error) {
        tellOrderFailure(error);
      }
      return false;
    },
  };
  const ship: BulkAction = {
    key: 'ship',
    label: t('ship'),
    icon: <IconTruckDelivery size={15} aria-hidden />,
    ask: (count) => ({ title: t('shipAsk', { count }), text: t('shipText') }),
    runAll: shipAll,
    run: async (ids) => {
      const results = await askAboutWaiting(await shipMany(ids));
      await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
      const made = results.filter((result) => result.is_ok).length;
      if (made > 0) toast.success(t('shipDone', { count: made }));
      return results;
    },
  };
  return mayUpdate ? [ship, labels, slips] : [labels, slips];
}
