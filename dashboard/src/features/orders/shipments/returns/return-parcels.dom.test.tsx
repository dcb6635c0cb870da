import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import { ReturnDialog } from '../../money/return-dialog';
import type { OrderView } from '../../orders.api';
import { describeReturnParcel } from './activity/describe-return-parcel';
import ReturnParcels from './return-parcels';
import { badgesOf } from './return-parcels.model';
import { returnParcelsQuery, type ReturnParcel, type ReturnParcels as Known } from './return-parcels.api';

const item = (line: number, name: string, quantity: number) =>
  part<OrderView['items'][number]>({ line, name: { en: name }, quantity, returned: 0, option_values: [], sku: '' });
const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  currency: 'EGP',
  items: [item(1, 'Coffee', 2), item(2, 'Tea', 1)],
  address: part<NonNullable<OrderView['address']>>({
    name: 'Sara',
    mobile: '+201012345678',
    city: 'Cairo',
    street: 'Nile Street 4',
    country: 'EG',
  }),
});
const parcel = part<ReturnParcel>({
  id: 'rtp_1',
  number: '1001-R1',
  provider: 'BOSTA',
  state: 'booked',
  is_cancel_requested: false,
  can_cancel: true,
  reason: null,
  courier_words: null,
  lines: [{ line: 1, quantity: 1 }],
  warehouse: 'loc_1',
  package_size: 'small',
  address: null,
  note: '',
  tracking_no: '7234567',
  tracking_url: '',
  step: null,
  step_reason: null,
  events: [],
  is_to_receive: false,
});
const known = part<Known>({
  couriers: ['BOSTA'],
  fetchable: [
    { line: 1, quantity: 2 },
    { line: 2, quantity: 1 },
  ],
  warehouse: 'loc_1',
  parcels: [],
});
const open = (over: Partial<Known>, onReceive = vi.fn<() => void>()) =>
  openPage(<ReturnParcels order={order} known={{ ...known, ...over }} mayUpdate onReceive={onReceive} />);
const change = () => sent.find((call) => call.method !== 'GET');

describe('sp_02_returns_that_a_courier_picks_up', () => {
  it('are booked with their items, and what the courier would refuse stands at the address', async () => {
    const errors = { 'address.city': ["The courier doesn't pick up in this city."] };
    serve(({ method }) => (method === 'POST' ? [422, { message: 'no', errors }] : [200, { data: [] }]));
    const { user } = await open({});
    await user.click(screen.getByRole('button', { name: 'Book return pickup' }));
    const pieces = await screen.findByRole('textbox', { name: 'Quantity of Coffee to return' });
    const submit = screen.getAllByRole('button', { name: 'Book return pickup' }).at(-1);
    expect(submit).toHaveProperty('disabled', true);
    await user.clear(pieces);
    await user.type(pieces, '2');
    await user.type(screen.getByRole('textbox', { name: 'Courier note' }), 'Third floor');
    await user.click(submit as HTMLElement);
    expect(await screen.findByText("The courier doesn't pick up in this city.")).toBeTruthy();
    expect(change()?.body).toEqual({
      provider: 'BOSTA',
      lines: [{ line: 1, quantity: 2 }],
      warehouse: 'loc_1',
      package_size: 'small',
      note: 'Third floor',
      address: null,
    });
    // Another address than the order's.
    await user.click(screen.getByRole('checkbox', { name: 'Pick up from a different address' }));
    expect(screen.queryByText(/Nile Street 4/)).toBeNull();
    expect(await screen.findByRole('textbox', { name: /Street/ })).toHaveProperty('value', 'Nile Street 4');
  });

  it('are cancelled while nobody has the items', async () => {
    serve(({ method }) => [200, { data: method === 'POST' ? { ...parcel, is_cancel_requested: true } : [] }]);
    const { user } = await open({ parcels: [parcel], fetchable: [] });
    expect(screen.queryByRole('button', { name: 'Book return pickup' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Actions for return/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel return' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel return' }));
    await waitFor(() => expect(change()?.url).toBe('/return-parcels/rtp_1/cancel'));
  });

  it('lead to the return once they are back', async () => {
    serve(() => [200, { data: [] }]);
    const onReceive = vi.fn<() => void>();
    const back = { ...parcel, step: 'returned' as const, can_cancel: false, is_to_receive: true };
    const { user } = await open({ parcels: [back] }, onReceive);
    expect(screen.getByText('Returned to store')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Record return' }));
    expect(onReceive).toHaveBeenCalledOnce();
  });

  it('say how far they are', () => {
    const keys = (over: Partial<ReturnParcel>) => badgesOf({ ...parcel, ...over }).map(({ key }) => key);
    expect(keys({})).toEqual(['state.booked']);
    expect(keys({ step: 'returning' })).toEqual(['step.returning']);
    expect(keys({ state: 'waiting', is_cancel_requested: true })).toEqual(['state.waiting', 'cancelling']);
    expect(keys({ state: 'cancelled', step: 'cancelled' })).toEqual(['state.cancelled']);
  });

  it('are told in the activity', () => {
    const fields = { return_parcel: '1001-R1', return_parcel_state: 'waiting' };
    const told = (before: Record<string, unknown> | null, after: Record<string, unknown>) =>
      describeReturnParcel(before && { ...fields, ...before }, { ...fields, ...after });
    const texts = [
      told(null, {}),
      told({}, { return_parcel_state: 'booked' }),
      told({}, { return_parcel_state: 'failed', reason: 'no bundle' }),
      told({}, { is_cancel_requested: true }),
      told({ return_parcel_state: 'booked' }, { return_parcel_state: 'booked', booking_code: 'not_cancelled' }),
      told({ return_parcel_state: 'booked' }, { return_parcel_state: 'booked', courier_step: 'returned' }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[2]).toContain('no bundle');
    expect(describeReturnParcel(null, { shipment: '1001-1' })).toBeNull();
  });
});

describe('or_06_the_return_of_what_a_courier_brought_back', () => {
  it('starts with its items and its location', async () => {
    const back = { ...parcel, step: 'returned' as const, is_to_receive: true, warehouse: 'loc_2' };
    const none = { amount: '0.00', vat: '0.00' };
    serve(({ url, method }) => {
      if (url.endsWith('/refundable'))
        return [
          200,
          { data: { refundable: '0.00', requested: '0.00', overpaid: '0.00', lines: [], shipping: none, fees: none } },
        ];
      if (url.endsWith('/page')) return [200, { data: { order, return_parcels: { ...known, parcels: [back] } } }];
      if (url.endsWith('/return-reasons'))
        return [200, { data: [{ id: 'rsn_1', name: { en: 'Wrong size' }, is_active: true, version: 1 }] }];
      if (url.endsWith('/preview')) return [200, { data: { amount: '0.00', vat: '0.00', not_owed: '0.00' } }];
      return method === 'POST' ? [201, { data: { id: 'rtn_1' } }] : [200, { data: [] }];
    });
    const sold = { ...order, version: 3, money: part<OrderView['money']>({ owed: '0.00', refundable: '0.00' }) };
    const items = order.items.map((each) => ({ ...each, is_stock_taken: true }));
    const Page = () => {
      // The order's page has read it before the dialog opens.
      const isKnown = useQuery(returnParcelsQuery('ord_1')).data !== undefined;
      return isKnown && <ReturnDialog order={{ ...sold, items }} onClose={vi.fn()} />;
    };
    const { user } = await openPage(<Page />);
    expect(await screen.findByLabelText(/Returned quantity of.*Coffee/)).toHaveProperty('value', '1');
    expect(screen.getByLabelText(/Returned quantity of.*Tea/)).toHaveProperty('value', '');
    await user.click(await screen.findByRole('button', { name: 'Record return' }));
    await waitFor(() => {
      const request = sent.find((call) => call.url === '/orders/ord_1/returns');
      expect(request?.body).toMatchObject({
        lines: [{ line: 1, quantity: 1, reason_id: 'rsn_1' }],
        location_id: 'loc_2',
      });
    });
  });
});
