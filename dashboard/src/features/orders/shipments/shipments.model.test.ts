import { describe, expect, it } from 'vitest';
import { describeShipment } from './describe-shipment';
import { isOrdersStep, isShipmentStatus, nextOf, piecesByState } from './shipments.model';
import { part } from '@/test/part';
import type { Shipment } from './shipments.api';

type OrdersStepContext = Parameters<typeof isOrdersStep>[2];

describe('OR-06: shipments of an order', () => {
  it('offers the usual next step and never the cancelling as one', () => {
    expect(nextOf({ next_statuses: ['shipped', 'cancelled'] })).toBe('shipped');
    expect(nextOf({ next_statuses: ['out_for_delivery', 'delivered', 'refused'] })).toBe('out_for_delivery');
    expect(nextOf({ next_statuses: ['delivered', 'postponed', 'cancelled'] })).toBe('delivered');
    expect(nextOf({ next_statuses: ['returned'] })).toBe('returned');
    expect(nextOf({ next_statuses: [] })).toBeUndefined();
  });

  it('leaves a step to the order where it is the same one', () => {
    const order = { next_statuses: ['SHPD', 'PRCS', 'CNCL'] as const };
    const one = part<OrdersStepContext>({ to_ship: [], shipments: [{ next_statuses: ['shipped', 'cancelled'] }] });
    expect(isOrdersStep('shipped', order, one)).toBe(true);
    // A step that only shipments have stays with the shipment.
    expect(isOrdersStep('cancelled', order, one)).toBe(false);
    // With unpacked pieces, or a second shipment, the order's step covers more than this one.
    expect(isOrdersStep('shipped', order, { ...one, to_ship: [{}] })).toBe(false);
    expect(isOrdersStep('shipped', order, { ...one, shipments: [...one.shipments, ...one.shipments] })).toBe(false);
    // The order has no such transition now.
    expect(isOrdersStep('shipped', { next_statuses: ['CNCL'] }, one)).toBe(false);
  });

  it('shows locations only where there are pieces', () => {
    const pieces = { ordered: 5, to_ship: 3, came_back: 1, waiting: 0, on_the_way: 2, delivered: 0, refused: 0 };
    expect(piecesByState({ pieces, shipments: [] })).toEqual([]);
    expect(piecesByState({ pieces, shipments: [part<Shipment>({})] })).toEqual([
      { place: 'to_ship', count: 3 },
      { place: 'came_back', count: 1 },
      { place: 'on_the_way', count: 2 },
    ]);
  });

  it('says in the activity what a shipment collects now, and whom to tell once it has left', () => {
    const before = { shipment: '1001-1', collects: '100.00' };
    const after = { shipment: '1001-1', collects: '70.00' };
    const money = (amount: string) => `[${amount}]`;
    const waiting = describeShipment(before, { ...after, has_left: false }, money);
    expect(waiting).toContain('[100.00]');
    expect(waiting).toContain('[70.00]');
    expect(describeShipment(before, { ...after, has_left: true }, money)).not.toBe(waiting);
    const remitted = { shipment: '1001-1', courier: 'Bosta', remitted: '90.00', courier_fee: '10.00' };
    expect(describeShipment(null, remitted, money)).toContain('[90.00]');
    const undone = { shipment: '1001-1', courier: 'Bosta', remittance_undone: '90.00' };
    expect(describeShipment(null, undone, money)).toContain('[90.00]');
    const created = { shipment: '1001-1', shipment_status: 'ready' };
    expect(describeShipment(null, { ...created, without_confirmation: true }, money)).not.toBe(
      describeShipment(null, created, money),
    );
  });

  it('or_06_says_in_the_activity_why_a_courier_did_nothing_in_our_words_first', () => {
    const after = { shipment: '1001-1', booking: 'failed', booking_code: 'no_credit', reason: 'No active bundle' };
    const money = (amount: string) => amount;
    const told = describeShipment({}, after, money, 'Your credit isn’t enough.');
    expect(told).toMatch(/Your credit isn’t enough\. \(\u2068No active bundle\u2069\)$/u);
    expect(describeShipment({}, after, money)).toContain('\u2068No active bundle\u2069');
    const { booking: _, ...cancelled } = { ...after, booking_code: 'not_cancelled' };
    expect(describeShipment({}, cancelled, money, 'Contact the courier.')).toContain('Contact the courier.');
  });

  it('knows its own statuses', () => {
    expect(isShipmentStatus('out_for_delivery')).toBe(true);
    expect(isShipmentStatus('SHPD')).toBe(false);
    expect(isShipmentStatus(null)).toBe(false);
  });
});
