import { IconPrinter } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { accountsQuery } from '@/modules/couriers/couriers.api';
import { printDocuments } from '@/modules/documents/documents.api';
import { api } from '@/shared/api/client';
import { isApiError } from '@/shared/api/error';
import type { ListQuery } from '@/shared/api/params';
import type { BulkResult } from '@/shared/api/wire';
import { can } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../../order-failure';
import { staleAfterChange } from '../../orders.api';
import { printCourierLabels, printLabels, shipMany, type ShipResult } from '../shipments.api';
import { matchingIds } from './matching-ids';
import { useBulkShipmentOutcomeText } from './outcome/i18n';

/** Maximum of orders of one print; the same as on the server. */
const maxOrders = 200;
const t = useBulkShipmentOutcomeText.now;

/** One confirmation for all cash orders that are not confirmed yet. */
async function askAboutWaiting(results: ShipResult[], toQueue: () => void): Promise<ShipResult[]> {
  const waiting = results.filter((result) => result.code === 'waits_for_confirmation').map((result) => result.id);
  const count = waiting.length;
  if (count === 0) return results;
  const isConfirmed = await confirm({
    title: t('waits', { count }),
    text: t('waitsText'),
    confirm: t('shipAnyway'),
    cancel: t('leaveAtDesk'),
  });
  if (!isConfirmed) {
    toast.info({ title: t('left', { count }), action: { label: t('toDesk'), run: toQueue } });
    return results;
  }
  const shipped = await shipMany(waiting, true);
  return results.map((result) => shipped.find((one) => one.id === result.id) ?? result);
}

/** `toQueue` opens the orders that await confirmation. */
export async function shipOrders(ids: string[], client: QueryClient, toQueue: () => void): Promise<BulkResult[]> {
  const results = await askAboutWaiting(await shipMany(ids), toQueue);
  await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  const createdCount = results.filter((result) => result.is_ok).length;
  if (createdCount > 0) toast.success(t('shipDone', { count: createdCount }));
  return results;
}

export async function printLabelsOf(ids: string[]): Promise<BulkResult[] | null> {
  if (ids.length > maxOrders) {
    toast.warning(t('tooMany'));
    return null;
  }
  const without = (id: string): BulkResult => ({ id, is_ok: false, message: t('noShipment') });
  try {
    const left = await printLabels(ids);
    return ids.map((id) => (left.has(id) ? without(id) : { id, is_ok: true }));
  } catch (error) {
    // None of them has a shipment: reported for each, as when some have none.
    if (isApiError(error) && error.code === 'nothing_to_print') return ids.map(without);
    toastOrderError(error);
    return null;
  }
}

/** Reads the ids of one print; more are refused, as for selected ones. */
export async function printAllLabels(params: ListQuery): Promise<boolean> {
  try {
    const results = (await printLabelsOf(await matchingIds(params, maxOrders + 1))) ?? [];
    const without = results.filter((result) => !result.is_ok).length;
    if (without > 0) toast.warning(t('without', { count: without }));
    return results.length > without;
  } catch (error) {
    toastOrderError(error);
    return false;
  }
}

/**
 * The actions on couriers' own labels: none without a connected courier, and for who may not read the shipping
 * settings.
 */
export async function courierActions(client: QueryClient): Promise<BulkAction[]> {
  if (!can('read', 'Shipping')) return [];
  const accounts = await client.fetchQuery({ ...accountsQuery, staleTime: 60_000 }).catch(() => []);
  if (!accounts.some((account) => account.is_connected)) return [];
  return [
    {
      key: 'courierLabels',
      label: t('courierLabels'),
      icon: createElement(IconPrinter, { size: 15, 'aria-hidden': true }),
      run: printCourierLabelsOf,
      // Couriers make few labels at once: each is chosen.
      runAll: null,
    },
  ];
}

/** Labels that couriers make at once; the same as on the server. */
const maxCourierLabels = 50;
/** Orders that are read at the same time. */
const readAtOnce = 5;

/** The ids of the shipments of these orders that a courier has booked and not delivered, by courier. */
async function bookedShipments(orders: readonly string[]) {
  const found: { order: string; id: string; provider: string }[] = [];
  for (let from = 0; from < orders.length; from += readAtOnce) {
    const read = orders.slice(from, from + readAtOnce).map(async (order) => {
      const { shipments } = (await api.get('/orders/{id}/shipments', { path: { id: order }, quiet: true })).data;
      return shipments
        .filter(({ booking, status }) => booking.state === 'booked' && status !== 'cancelled')
        .map(({ id, provider }) => ({ order, id, provider }));
    });
    found.push(...(await Promise.all(read)).flat());
  }
  return found;
}

/** Prints the couriers' own labels, one file for each courier; orders without a booked shipment are told. */
export async function printCourierLabelsOf(ids: string[]): Promise<BulkResult[] | null> {
  if (ids.length > maxCourierLabels) {
    toast.warning(t('tooManyLabels'));
    return null;
  }
  try {
    const booked = await bookedShipments(ids);
    for (const provider of new Set(booked.map((shipment) => shipment.provider))) {
      const shipments = booked.filter((shipment) => shipment.provider === provider).map(({ id }) => id);
      for (let from = 0; from < shipments.length; from += maxCourierLabels)
        await printCourierLabels(shipments.slice(from, from + maxCourierLabels));
    }
    const withLabel = new Set(booked.map(({ order }) => order));
    return ids.map((id) => (withLabel.has(id) ? { id, is_ok: true } : { id, is_ok: false, message: t('notBooked') }));
  } catch (error) {
    toastOrderError(error);
    return null;
  }
}

export async function printSlipsOf(ids: string[]): Promise<null> {
  if (ids.length > maxOrders) {
    toast.warning(t('tooMany'));
    return null;
  }
  try {
    const { leftOut } = await printDocuments(ids, 'packing_slip');
    if (leftOut > 0) toast.info(t('slipsLeftOut', { count: leftOut }));
  } catch (error) {
    toastOrderError(error);
  }
  return null;
}

export async function printAllSlips(params: ListQuery): Promise<false> {
  try {
    await printSlipsOf(await matchingIds(params, maxOrders + 1));
  } catch (error) {
    toastOrderError(error);
  }
  return false;
}
