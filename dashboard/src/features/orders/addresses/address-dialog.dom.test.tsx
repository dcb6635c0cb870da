import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Address } from '@/modules/address/address';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import AddressDialog from './address-dialog';

const order = { id: 'ord_1', number: 7, name: 'Sara', mobile: '0551234567', address: null, version: 1 };

describe('the address of an order', () => {
  it('OR-02: starts at the place, which is what is missing, and not at the close button', async () => {
    serve(() => [200, { data: [] }]);
    await openPage(<AddressDialog order={order} onClose={() => undefined} />);
    const place = await screen.findByRole('textbox', { name: /short national address/i });
    await waitFor(() => expect(document.activeElement).toBe(place));
  });

  it.each([
    ['WASSALHA', 'WASSALHA'],
    [undefined, 'BOSTA'],
  ])(
    'OR-06: offers the districts of the parcel’s courier %s, else of the order’s method: %s',
    async (courier, asked) => {
      const page = { order: { id: 'ord_1', shipping_provider: 'BOSTA' } };
      serve(({ url }) => [200, { data: url === '/orders/ord_1/page' ? page : [] }]);
      const address = part<Address>({ country: 'EG', city: 'Cairo' });
      await openPage(<AddressDialog order={{ ...order, address }} courier={courier} onClose={() => undefined} />);
      expect(await screen.findByRole('combobox', { name: /^District/ })).toBeTruthy();
      const cities = () => sent.filter(({ url }) => url.startsWith('/couriers/')).map(({ url }) => url);
      await waitFor(() => expect(cities()).toEqual([`/couriers/${asked}/cities?search=Cairo`]));
    },
  );
});
