import { useQuery } from '@tanstack/react-query';
import type { OrderItem } from '../../orders.api';
import { returnParcelsQuery } from './return-parcels.api';

/** What couriers brought back of an order, and nobody took back yet: by line, and where it is. */
export function useArrived(order: string) {
  const parcels = useQuery(returnParcelsQuery(order)).data?.parcels.filter((parcel) => parcel.is_to_receive) ?? [];
  const pieces = (line: number) =>
    parcels
      .flatMap((parcel) => parcel.lines)
      .filter((each) => each.line === line)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    /** Pieces of a line that a return starts with: those that arrived; else all of the only line. */
    firstQuantity: (item: OrderItem, items: readonly OrderItem[]): number | null => {
      const left = item.quantity - item.returned;
      if (parcels.length === 0) return items.length === 1 ? left : null;
      return Math.min(left, pieces(item.line)) || null;
    },
    /** Null where nothing arrived. */
    warehouse: parcels[0]?.warehouse ?? null,
  };
}
