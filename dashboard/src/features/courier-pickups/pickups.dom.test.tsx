import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { router } from '@/app/router';
import { queryClient } from '@/shared/api/query-client';
import { openPage, sent, serve } from '@/test/dom';
import type { Pickup } from './pickups.api';
import { PickupsTable } from './pickups-table';
import { RequestDrawer } from './request-drawer';

const pickup: Pickup = {
  id: 'pck_1',
  number: '7001',
  date: '2026-12-02',
  slot: 'morning',
  state: 'requested',
  warehouse: 'loc_1',
  parcels: 2,
  shipments: [
    { id: 'shp_1', number: '1001-1' },
    { id: 'shp_2', number: '1002-1' },
  ],
  contact: { name: 'Hany', phone: '+201012345678' },
  note: '',
  is_cancel_requested: false,
  can_cancel: true,
  reason: null,
  reason_words: null,
  created_by: 'Sara',
  created_at: '2026-11-29T10:00:00Z',
};

describe('sp_02_pickups', () => {
  it('are cancelled after a question, and by the courier', async () => {
    serve(({ method }) =>
      method === 'POST' ? [200, { data: { ...pickup, is_cancel_requested: true } }] : [200, { data: [] }],
    );
    const { user } = await openPage(<PickupsTable courier="BOSTA" pickups={[pickup]} />);
    expect(screen.getByText('Requested')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Cancel the pickup on/ }));
    const dialog = await screen.findByRole('dialog');
    expect(sent.filter((call) => call.method === 'POST')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel pickup' }));
    await waitFor(() => expect(sent.some((call) => call.url === '/couriers/BOSTA/pickups/pck_1/cancel')).toBe(true));
  });

  it('tell why a courier refused, in our words and in its own', async () => {
    serve(() => [200, { data: [] }]);
    const refused = {
      ...pickup,
      state: 'refused',
      can_cancel: false,
      reason: 'It is a Friday.',
      reason_words: '1080',
    } as const;
    await openPage(<PickupsTable courier="BOSTA" pickups={[refused]} />);
    expect(screen.getByText('Refused by the courier')).toBeTruthy();
    expect(screen.getByText('It is a Friday.')).toBeTruthy();
    expect(screen.getByText('1080')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Cancel the pickup/ })).toBeNull();
  });
});

/** The program at an address, as the router has it. */
async function openAddress(at: string) {
  const own = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: [at] }) });
  await openPage(<RouterProvider router={own} />);
  return own;
}

describe('sp_02_the_address_of_a_courier', () => {
  const row = (id: string, number: string, warehouse: string) => ({
    id,
    number,
    order_id: 'ord_1',
    recipient: 'Sara',
    city: 'Cairo',
    warehouse,
    items_count: 1,
    created_at: '2026-11-29T10:00:00Z',
    pickup: null,
  });
  const serveBosta = (recent: Pickup[] = [], storePhone = '') =>
    serve(({ method, url }) => {
      if (url === '/settings') return [200, { data: { store_phone: storePhone } }];
      if (method === 'POST') return [201, { data: pickup }];
      if (url.startsWith('/couriers/BOSTA/pickups'))
        return [200, { data: { has_pickups: true, is_connected: true, pickups: recent, page: 1, has_more: false } }];
      if (url.startsWith('/couriers/BOSTA/ready-shipments'))
        return [
          200,
          {
            data: {
              shipments: [
                row('shp_1', '1001-1', 'loc_1'),
                row('shp_2', '1002-1', 'loc_1'),
                row('shp_3', '1003-1', 'loc_2'),
              ],
              has_more: false,
            },
          },
        ];
      if (url === '/stock-locations')
        return [
          200,
          {
            data: [
              { id: 'loc_1', name: { en: 'Cairo' }, is_active: true, is_main: true },
              { id: 'loc_2', name: { en: 'Giza' }, is_active: true, is_main: false },
            ],
          },
        ];
      return [200, { data: [] }];
    });

  it('is a 404 for another courier', async () => {
    serveBosta();
    await openAddress('/couriers/ARAMEX/pickups');
    expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
    expect(sent.some((call) => call.url.includes('ARAMEX'))).toBe(false);
  });

  it.each([
    ['WASSALHA', ['WASSALHA']],
    ['BOSTA', ['BOSTA', 'WASSALHA']],
    ['BOSTA', []],
  ])('of the menu leads to the courier in use: %s of %j', async (opened, connected) => {
    queryClient.clear();
    serve(({ url }) => {
      const courier = /^\/couriers\/(\w+)\/pickups/.exec(url)?.[1];
      if (!courier) return [200, { data: [] }];
      const is_connected = connected.includes(courier);
      return [200, { data: { has_pickups: true, is_connected, pickups: [], page: 1, has_more: false } }];
    });
    const own = await openAddress('/couriers');
    await waitFor(() => expect(own.state.location.pathname).toBe(`/couriers/${opened}/pickups`));
  });

  it('asks for a pickup of the parcels of one location that are chosen', async () => {
    serveBosta();
    const at = { at: '/couriers/BOSTA/pickups/new', path: '/couriers/$courier/pickups/new' };
    const { user } = await openPage(<RequestDrawer />, at);
    await user.click(await screen.findByRole('checkbox', { name: /#1002-1/ }));
    expect(screen.queryByRole('checkbox', { name: /#1003-1/ })).toBeNull();
    const phone = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Contact phone/ });
    await waitFor(() => expect(phone().disabled).toBe(false));
    await user.type(phone(), '0501234567');
    await user.click(screen.getByRole('radio', { name: '10 AM – 1 PM' }));
    await user.click(screen.getByRole('button', { name: 'Request pickup of 1 parcel' }));
    await waitFor(() =>
      expect(sent.find((call) => call.method === 'POST')).toMatchObject({
        url: '/couriers/BOSTA/pickups',
        body: { slot: 'morning', warehouse: 'loc_1', shipments: ['shp_1'], contact: { phone: '+966501234567' } },
      }),
    );
  });

  it('proposes the number of the store, and whom the courier called last before it', async () => {
    const at = { at: '/couriers/BOSTA/pickups/new', path: '/couriers/$courier/pickups/new' };
    const phone = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: /Contact phone/ })).value;
    serveBosta([], '+966501234567');
    const { unmount } = await openPage(<RequestDrawer />, at);
    await waitFor(async () => expect((await phone()).replaceAll(/\D/g, '')).toContain('501234567'));
    unmount();
    serveBosta([{ ...pickup, contact: { name: 'Omar', phone: '+966507654321' } }], '+966501234567');
    await openPage(<RequestDrawer />, at);
    await waitFor(async () => expect((await phone()).replaceAll(/\D/g, '')).toContain('507654321'));
  });

  it('leaves out what an earlier pickup takes, and says so', async () => {
    serveBosta([{ ...pickup, shipments: [{ id: 'shp_1', number: '1001-1' }] }]);
    const at = { at: '/couriers/BOSTA/pickups/new', path: '/couriers/$courier/pickups/new' };
    await openPage(<RequestDrawer />, at);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /#1001-1.*In the pickup on Wed, Dec 2/ });
    expect(box.checked).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /#1002-1/ }).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Request pickup of 1 parcel' })).toBeTruthy();
  });

  it('selects all of one location and leaves the others as they are', async () => {
    serveBosta([{ ...pickup, shipments: [{ id: 'shp_3', number: '1003-1' }] }]);
    const at = { at: '/couriers/BOSTA/pickups/new', path: '/couriers/$courier/pickups/new' };
    const { user } = await openPage(<RequestDrawer />, at);
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Select all/ });
    await user.click(all);
    expect(all.checked).toBe(false);
    await user.click(all);
    expect(all.checked).toBe(true);
    await user.click(screen.getByRole('combobox', { name: 'Pickup location' }));
    await user.click(await screen.findByRole('option', { name: 'Giza' }));
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /#1003-1/ })).checked).toBe(false);
  });
});
