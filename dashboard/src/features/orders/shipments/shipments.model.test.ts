import { describe, expect, it } from 'vitest';
import { isShipmentStatus, nextOf, whereabouts } from './shipments.model';

describe('OR-06: shipments of an order', () => {
  it('offers the usual next step and never the cancelling as one', () => {
    expect(nextOf({ next_statuses: ['shipped', 'cancelled'] })).toBe('shipped');
    expect(nextOf({ next_statuses: ['out_for_delivery', 'delivered', 'refused'] })).toBe('out_for_delivery');
    expect(nextOf({ next_statuses: ['delivered', 'postponed', 'cancelled'] })).toBe('delivered');
    expect(nextOf({ next_statuses: ['returned'] })).toBe('returned');
    expect(nextOf({ next_statuses: [] })).toBeUndefined();
  });

  it('tells where pieces are only where there are any', () => {
    const pieces = { ordered: 5, to_ship: 3, waiting: 0, on_the_way: 2, delivered: 0, refused: 0 };
    expect(whereabouts({ pieces, shipments: [] })).toEqual([]);
    expect(whereabouts({ pieces, shipments: [{} as never] })).toEqual([
      { place: 'to_ship', count: 3 },
      { place: 'on_the_way', count: 2 },
    ]);
  });

  it('knows its own statuses', () => {
    expect(isShipmentStatus('out_for_delivery')).toBe(true);
    expect(isShipmentStatus('SHPD')).toBe(false);
    expect(isShipmentStatus(null)).toBe(false);
  });
});
