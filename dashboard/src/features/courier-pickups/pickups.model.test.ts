import { expect, it } from 'vitest';
import { isDayOff, ofWarehouse, pickupDays } from './pickups.model';

it('sp_02_a_pickup_is_asked_for_from_the_store_s_today_on_and_never_for_a_friday', () => {
  // Late in the evening in London it is the next day in Cairo.
  const days = pickupDays(new Date('2026-12-02T22:30:00Z'), 'Africa/Cairo');
  expect(days).toEqual({ first: '2026-12-03', last: '2027-01-02', usual: '2026-12-05' });
  expect(isDayOff('2026-12-04')).toBe(true);
  expect(pickupDays(new Date('2026-12-01T09:00:00Z'), 'Africa/Cairo').usual).toBe('2026-12-02');
});

it('sp_02_the_parcels_of_a_pickup_are_those_of_its_warehouse_that_are_not_left', () => {
  const rows = [
    { id: 'a', warehouse: 'cairo' },
    { id: 'b', warehouse: 'giza' },
    { id: 'c', warehouse: 'cairo' },
  ];
  expect(ofWarehouse(rows, 'cairo', new Set(['c', 'b']))).toEqual({ rows: [rows[0], rows[2]], chosen: ['a'] });
});
