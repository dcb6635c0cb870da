import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve, signInAs } from '@/test/dom';
import { NavList } from './layouts/nav-list';
import { syncQuery } from './sync';
import { useNavigation, useScreens } from './use-navigation';

const labels = (areas: ReturnType<typeof useNavigation>) =>
  areas.flatMap((area) => area.items.map((item) => item.label)).join(' | ');

function Menu() {
  return (
    <>
      <output aria-label="menu">{labels(useNavigation())}</output>
      <output aria-label="screens">{labels(useScreens())}</output>
      <NavList />
    </>
  );
}

const counters = {
  orders: 0,
  confirmations: 0,
  addresses: 0,
  payment_cases: 0,
  mentions: 0,
  jobs: 0,
  imports: 0,
  more_than: [],
};
const rare = ['Import products', 'Incomplete addresses', 'Courier pickups', 'Payments to check'];

async function open(
  over: Partial<typeof counters>,
  ability?: Parameters<typeof signInAs>[0],
  at = '/',
  country = 'SA',
) {
  // The counters are fetched once a store is ready.
  signInAs(ability, { is_ready: true, country });
  serve(() => [200, { data: { counters: { ...counters, ...over }, configs: {}, seq: 1 } }]);
  const page = await openPage(<Menu />, { at, path: at });
  const read = (name: string) => screen.getByRole('status', { name }).textContent?.split(' | ') ?? [];
  return { ...page, menu: () => read('menu'), screens: () => read('screens') };
}

describe('the menu', () => {
  it('f12: leaves out what is rare while there is nothing to say of it; the palette has it', async () => {
    const { menu, screens } = await open({});
    await waitFor(() => expect(menu()).toContain('Products'));
    for (const label of rare) {
      expect(screens()).toContain(label);
      expect(menu()).not.toContain(label);
    }
  });

  it.each([
    ['imports', 'Import products'],
    ['addresses', 'Incomplete addresses'],
    ['payment_cases', 'Payments to check'],
  ] as const)('f12: shows what is rare while its counter tells of some: %s', async (counter, label) => {
    const { menu } = await open({ [counter]: 1 });
    await waitFor(() => expect(menu()).toContain(label));
    expect(rare.filter((one) => menu().includes(one))).toEqual([label]);
  });

  it('SP-02: has the pickups of couriers in the country where they work, and anywhere while they are open', async () => {
    const { menu, unmount } = await open({}, undefined, '/', 'EG');
    await waitFor(() => expect(menu()).toContain('Courier pickups'));
    unmount();
    const abroad = await open({}, undefined, '/couriers/WASSALHA/pickups');
    await waitFor(() => expect(abroad.menu()).toContain('Courier pickups'));
  });

  it('f12: shows nothing that may not be seen, whatever its counter says', async () => {
    const { menu, screens } = await open({ imports: 3, addresses: 1 }, [{ action: 'read', subject: 'Order' }]);
    await waitFor(() => expect(menu()).toContain('Incomplete addresses'));
    expect(screens()).not.toContain('Import products');
  });

  it('SH-05: has one line for an area; its pages are listed while one of them is open', async () => {
    const { unmount } = await open({ orders: 4 });
    const lines = () => screen.getAllByRole('link').map((link) => link.textContent);
    await waitFor(() => expect(lines()).toContain('Orders4'));
    expect(lines()).not.toContain('Confirm orders');
    unmount();
    await open({ orders: 4 }, undefined, '/orders/list');
    await waitFor(() => expect(lines()).toContain('All orders4'));
    expect(lines().slice(0, 2)).toEqual(['Home', 'Orders']);
    expect(lines()).toContain('Abandoned carts');
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    // Both lead to it.
    expect(current.map((link) => link.textContent)).toEqual(['Orders', 'All orders4']);
  });

  it('SH-05: a counter that changes renders its own line, and no area anew', async () => {
    const seen = new Set<ReturnType<typeof useNavigation>>();
    function Areas() {
      seen.add(useNavigation());
      return null;
    }
    signInAs(undefined, { is_ready: true });
    let orders = 4;
    serve(() => [200, { data: { counters: { ...counters, orders }, configs: {}, seq: 1 } }]);
    const { client } = await openPage(
      <>
        <NavList />
        <Areas />
      </>,
      { at: '/', path: '/' },
    );
    const lines = () => screen.getAllByRole('link').map((link) => link.textContent);
    await waitFor(() => expect(lines()).toContain('Orders4'));
    orders = 5;
    await act(() => client.invalidateQueries({ queryKey: syncQuery.queryKey }));
    await waitFor(() => expect(lines()).toContain('Orders5'));
    expect(seen.size).toBe(1);
  });

  it('SH-05: names an area of one page by that page, and shows the settings to those who may open one', async () => {
    await open({}, [{ action: 'read', subject: 'Coupon' }]);
    const lines = () => screen.getAllByRole('link').map((link) => link.textContent);
    await waitFor(() => expect(lines()).toContain('Coupons'));
    expect(lines()).not.toContain('Settings');
    signInAs([{ action: 'read', subject: 'Shipping' }], { is_ready: true });
    await waitFor(() => expect(lines()).toEqual(['Settings']));
    // The redirects are a page of the settings, and need the permission of the store's pages.
    signInAs([{ action: 'read', subject: 'Page' }], { is_ready: true });
    await waitFor(() => expect(lines()).toEqual(['Pages', 'Settings']));
    // A page of the store stands below the settings' address and is none of the settings: adding one shows none.
    signInAs(
      [
        { action: 'create', subject: 'Page' },
        { action: 'read', subject: 'Coupon' },
      ],
      { is_ready: true },
    );
    await waitFor(() => expect(lines()).toEqual(['Coupons']));
  });
});
