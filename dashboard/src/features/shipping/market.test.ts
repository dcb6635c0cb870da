import { describe, expect, it } from 'vitest';
import type { Courier } from '@/modules/couriers/couriers.api';
import { part } from '@/test/part';
import { marketFault } from './market';

const bosta = part<Courier>({
  provider: 'BOSTA',
  capabilities: part<Courier['capabilities']>({ countries: ['EG'], currencies: ['EGP'] }),
});

describe('the market of a courier', () => {
  it.each([
    [{ country: 'EG', currency: 'EGP' }, null],
    [{ country: 'SA', currency: 'SAR' }, 'country'],
    [{ country: 'EG', currency: 'USD' }, 'currency'],
    [{}, null],
  ])('sp_01_a_courier_that_does_not_work_for_the_store_is_told: %j', (store, fault) => {
    expect(marketFault(bosta, store)).toBe(fault);
  });

  it('sp_01_own_deliveries_work_everywhere', () => {
    expect(marketFault(undefined, { country: 'SA', currency: 'SAR' })).toBeNull();
  });
});
