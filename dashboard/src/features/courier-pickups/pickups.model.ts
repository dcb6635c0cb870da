import { dayOf } from '@/shared/lib/days';
import type { StatusTone } from '@/shared/ui/tokens';
import type { Pickup, PickupState } from './pickups.api';

export const pickupTones: Record<PickupState, StatusTone> = {
  waiting: 'amber',
  requested: 'blue',
  assigned: 'blue',
  in_progress: 'cyan',
  picked_up: 'green',
  failed: 'red',
  cancelled: 'gray',
  refused: 'red',
};

const dayMs = 86_400_000;
const friday = 5;

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Nobody comes on a Friday. */
export const isDayOff = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === friday;

/** The days that a pickup can be asked for: from the store's today to 30 days ahead. */
export function pickupDays(now: Date, timeZone: string | undefined): { first: string; last: string; usual: string } {
  const first = dayOf(now.toISOString(), timeZone);
  const tomorrow = plusDays(first, 1);
  return { first, last: plusDays(first, 30), usual: isDayOff(tomorrow) ? plusDays(tomorrow, 1) : tomorrow };
}

/** The shipments of one warehouse, and those of them that are chosen. */
export function ofWarehouse<Row extends { id: string; warehouse: string }>(
  rows: readonly Row[],
  warehouse: string,
  left: ReadonlySet<string>,
): { rows: Row[]; chosen: string[] } {
  const own = rows.filter((row) => row.warehouse === warehouse);
  return { rows: own, chosen: own.filter(({ id }) => !left.has(id)).map(({ id }) => id) };
}

const isOpen = (state: PickupState) =>
  state === 'waiting' || state === 'requested' || state === 'assigned' || state === 'in_progress';

/** The shipments of pickups that have not ended, each with the day of its pickup. */
export const openShipments = (pickups: readonly Pick<Pickup, 'state' | 'shipments' | 'date'>[]): Map<string, string> =>
  new Map(
    pickups.flatMap(({ state, shipments, date }) =>
      isOpen(state) ? shipments.map(({ id }): [string, string] => [id, date]) : [],
    ),
  );
