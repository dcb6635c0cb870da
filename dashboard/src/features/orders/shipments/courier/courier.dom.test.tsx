import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Courier } from '@/modules/couriers/couriers.api';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { OrderView } from '../../orders.api';
import { Parcel } from '../parcel';
import type { Fulfilment, Shipment } from '../shipments.api';
import WaybillDialog from '../waybill-dialog';

const bosta = part<Courier>({
  provider: 'BOSTA',
  name: { ar: 'بوسطة', en: 'Bosta' },
  regions: [],
  capabilities: part<Courier['capabilities']>({
    booking: 'http',
    has_labels: true,
    has_changes: true,
    services: ['deliver', 'exchange', 'return'],
    sizes: ['small'],
  }),
});
const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  currency: 'EGP',
  version: 4,
  customer_name: 'Sara',
  mobile: '+201012345678',
  address: part<NonNullable<OrderView['address']>>({
    name: 'Sara',
    mobile: '+201012345678',
    city: 'Cairo',
    street: 'Nile Street 4',
    country: 'EG',
  }),
  items: [
    part<OrderView['items'][number]>({ line: 1, name: { en: 'Coffee' }, quantity: 1, option_values: [], sku: '' }),
  ],
});
const shipment = part<Shipment>({
  id: 'shp_1',
  order_id: 'ord_1',
  number: '1001-1',
  provider: 'BOSTA',
  status: 'ready',
  next_statuses: ['shipped', 'cancelled'],
  service_type: 'deliver',
  courier_name: 'Bosta',
  tracking_no: '7234567',
  tracking_url: null,
  warehouse: 'loc_1',
  package_size: 'small',
  package_weight: 500,
  has_cod: true,
  cod_amount: '100.00',
  allow_open_box: false,
  received_by: '',
  note: '',
  lines: [{ line: 1, quantity: 1 }],
  events: [],
  version: 2,
  booking: { state: 'booked', reason: null, code: '', courier_words: null },
  second_phone: '',
  description: '',
  declared_value: '0.00',
  address: null,
  pending_change: null,
});
const known = part<Fulfilment>({
  to_ship: [{ line: 1, quantity: 1 }],
  waits_for_confirmation: false,
  defaults: part<Fulfilment['defaults']>({
    provider: 'BOSTA',
    cod_left: '100.00',
    has_cod: true,
    warehouse: 'loc_1',
    courier_name: '',
    has_address: true,
  }),
});

const reads = (url: string): [number, unknown] => {
  if (url === '/courier-providers') return [200, { data: [bosta] }];
  if (url === '/courier-accounts') return [200, { data: [{ provider: 'BOSTA', is_connected: true }] }];
  return [200, { data: [] }];
};
const openDialog = (edited?: Shipment) =>
  openPage(<WaybillDialog order={order} known={known} shipment={edited} onClose={vi.fn()} />);
const edited = vi.fn();
const openParcel = (over: Partial<Shipment>) =>
  openPage(
    <ol>
      <Parcel
        shipment={{ ...shipment, ...over }}
        order={order}
        steps={['cancelled']}
        mayUpdate
        onEdit={edited}
        onPickup={vi.fn()}
      />
    </ol>,
  );
const change = () => sent.find((call) => call.method !== 'GET');

describe('or_06_the_waybill_of_a_courier', () => {
  it('is sent with all its fields, and what the courier would refuse stands at them', async () => {
    const faults = {
      'waybill.cod_amount': ['Bosta collects 30,000 at most.'],
      'address.district': ['Choose a district.'],
    };
    serve(({ method, url }) => (method === 'POST' ? [422, { message: 'no', errors: faults }] : reads(url)));
    const { user } = await openDialog();
    await user.type(await screen.findByRole('textbox', { name: 'Contents' }), 'Ground coffee');
    await user.type(screen.getByRole('textbox', { name: /Declared value/ }), '250');
    // The courier names and tracks what it books.
    expect(screen.queryByRole('textbox', { name: 'Tracking number' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create shipment' }));
    expect(await screen.findByText('Bosta collects 30,000 at most.')).toBeTruthy();
    const place = screen.getByText('Choose a district.').closest('[data-translated=address]');
    expect(within(place as HTMLElement).getByText(/Nile Street 4/)).toBeTruthy();
    expect(within(place as HTMLElement).getByRole('button', { name: 'Edit address' })).toBeTruthy();
    expect(change()?.body).toMatchObject({
      provider: 'BOSTA',
      waybill: {
        description: 'Ground coffee',
        declared_value: '250.00',
        cod_amount: '100.00',
        service_type: 'deliver',
      },
      version: 4,
    });
    expect(change()?.body?.waybill).not.toHaveProperty('tracking_no');
    expect(change()?.body?.waybill).not.toHaveProperty('second_phone');
  });

  it('offers couriers that are connected, and the store itself', async () => {
    serve(({ url }) => reads(url));
    await openDialog();
    const names = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    await waitFor(() => expect(names()).toEqual(['CUSTOM', 'BOSTA', 'PICKUP']));
  });
});

describe('or_06_a_booked_shipment', () => {
  it('asks the courier for a change of what may still change, and sends nothing else', async () => {
    serve(({ method, url, body }) => (method === 'PUT' ? [200, { data: { ...shipment, ...body } }] : reads(url)));
    const { user } = await openDialog(shipment);
    const amount = await screen.findByRole('textbox', { name: /Amount to collect/ });
    expect(screen.queryByRole('combobox', { name: 'Parcel size' })).toBeNull();
    await user.clear(amount);
    await user.type(amount, '80');
    await user.click(screen.getByRole('checkbox', { name: 'Deliver to a different address' }));
    const street = await screen.findByRole('textbox', { name: /Street/ });
    await user.clear(street);
    await user.type(street, 'Tahrir 9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(change()?.url).toBe('/shipments/shp_1'));
    expect(change()?.body).toMatchObject({
      waybill: { has_cod: true, cod_amount: '80.00', allow_open_box: false, note: '' },
      address: { street: 'Tahrir 9', city: 'Cairo' },
      version: 2,
    });
    expect(change()?.body?.waybill).toEqual({ has_cod: true, cod_amount: '80.00', allow_open_box: false, note: '' });
  });

  it('tells what the courier has not confirmed, and what it refused', async () => {
    serve(({ url }) => reads(url));
    const pending = { cod_amount: '80.00', note: null, allow_open_box: true, address: null, is_failed: false };
    const { unmount } = await openParcel({ pending_change: pending });
    expect(await screen.findByText('Waiting for the courier to confirm')).toBeTruthy();
    expect(screen.getByText(/Collect.*80/)).toBeTruthy();
    expect(screen.getByText('Allow opening')).toBeTruthy();
    unmount();
    await openParcel({
      status: 'cancelled',
      booking: {
        state: 'booked',
        code: 'not_cancelled',
        reason: "The courier didn't cancel it.",
        courier_words: 'Picked up',
      },
    });
    // Also of a cancelled one: somebody has to act.
    expect(await screen.findByText("The courier didn't cancel it.")).toBeTruthy();
    expect(screen.getByText(/The courier said: .*Picked up/)).toBeTruthy();
  });

  it('is booked again after a refusal', async () => {
    serve(({ method, url }) => (method === 'POST' ? [200, { data: shipment }] : reads(url)));
    const booking = { state: 'failed', reason: 'No credit.', code: 'no_credit', courier_words: null } as const;
    const { user } = await openParcel({ booking });
    expect(await screen.findByText('No credit.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry booking' }));
    await waitFor(() => expect(change()?.url).toBe('/shipments/shp_1/booking'));
  });

  it('sp_04_shows_the_couriers_steps_the_newest_first_once_they_are_asked_for', async () => {
    const event = (label: string, at: string) => ({ step: 'in_transit', label, code: '', words: null, at });
    serve(({ url }) =>
      url === '/shipments/shp_1/tracking'
        ? [
            200,
            {
              data: {
                step: 'out_for_delivery',
                label: 'Out for delivery',
                reason: 'Customer not answering',
                attempts: 2,
                collected: null,
                fee: '45.60',
                checked_at: null,
                differs: false,
                events: [event('Picked up', '2026-11-28T09:00:00Z'), event('Out for delivery', '2026-11-29T07:00:00Z')],
              },
            },
          ]
        : reads(url),
    );
    const { user } = await openParcel({ status: 'shipped' });
    expect(sent.some((call) => call.url.endsWith('/tracking'))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Courier updates' }));
    const steps = within(await screen.findByRole('list', { name: 'Courier updates' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent?.split(' · ')[0])).toEqual(['Out for delivery', 'Picked up']);
    expect(screen.getByText(/Customer not answering/)).toBeTruthy();
    expect(screen.getByText(/2 delivery attempts.*45.60/)).toBeTruthy();
  });

  it('is corrected with an address of its own, which the order’s status does not close, and booked at once', async () => {
    serve(({ method, url }) => (method === 'GET' ? reads(url) : [200, { data: shipment }]));
    const booking = { state: 'failed', reason: 'Not served.', code: 'place_not_served', courier_words: null } as const;
    const { user } = await openDialog({ ...shipment, booking });
    await user.type(await screen.findByRole('combobox', { name: /District/ }), 'Maadi');
    await user.click(screen.getByRole('button', { name: 'Save and book again' }));
    await waitFor(() => expect(sent.some((call) => call.url === '/shipments/shp_1/booking')).toBe(true));
    const calls = sent.filter((call) => call.method !== 'GET');
    expect(calls.map((call) => call.url)).toEqual(['/shipments/shp_1', '/shipments/shp_1/booking']);
    expect(calls[0]?.body).toMatchObject({ address: { city: 'Cairo', district: 'Maadi' }, version: 2 });
  });

  it('leads to what can be corrected after a refusal, and to nothing while it may be booked', async () => {
    serve(({ url }) => reads(url));
    const booking = { state: 'failed', reason: 'Not served.', code: 'place_not_served', courier_words: null } as const;
    const { user, unmount } = await openParcel({ booking });
    await user.click(await screen.findByRole('button', { name: 'Edit shipment details' }));
    expect(edited).toHaveBeenCalledOnce();
    unmount();
    const again = await openParcel({ booking: { ...booking, code: 'unknown' } });
    expect(await screen.findByRole('button', { name: 'Retry booking' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit shipment details' })).toBeNull();
    await again.user.click(screen.getByRole('button', { name: /Actions for shipment/ }));
    expect(await screen.findByRole('menuitem', { name: 'Cancel shipment' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Edit shipment details' })).toBeNull();
  });

  it('has the courier’s own label beside ours', async () => {
    serve(({ url }) => reads(url));
    const { user } = await openParcel({});
    await user.click(await screen.findByRole('button', { name: /Actions for shipment/ }));
    const items = (await screen.findAllByRole('menuitem')).map((item) =>
      item.textContent?.replaceAll(/[\u2066-\u2069]/g, ''),
    );
    expect(items).toEqual(
      expect.arrayContaining(['Shipping label A6', 'Bosta label A6', 'Bosta label A4', 'Cancel shipment']),
    );
  });
});
