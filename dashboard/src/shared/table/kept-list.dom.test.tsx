import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import '@/test/dom';
import { keepList, useIsKept, useListSearch } from './kept-list';

const searches: unknown[] = [];
let listeners = 0;

function Orders() {
  const [selected, setSelected] = useState(0);
  const isKept = useIsKept();
  searches.push(useListSearch().status);
  useEffect(() => {
    listeners += 1;
    return () => void (listeners -= 1);
  }, []);
  return (
    <>
      <h1>Orders</h1>
      <button onClick={() => setSelected(selected + 1)}>Selected: {selected}</button>
      {!isKept && <Outlet />}
    </>
  );
}

async function openDashboard(at: string) {
  const kept = keepList('/orders/list');
  const root = createRootRoute({ component: Outlet });
  const frame = createRoute({ getParentRoute: () => root, id: 'orders-frame', component: kept.Frame });
  const list = createRoute({
    getParentRoute: () => frame,
    path: '/orders/list',
    beforeLoad: kept.beforeLoad,
    component: kept.pageOf(Object.assign(Orders, { preload: async () => {} })),
  });
  const order = createRoute({ getParentRoute: () => frame, path: '/orders/view/$id', component: () => <h1>Order</h1> });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Home</h1> });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([frame.addChildren([list, order]), home]), history });
  await router.load();
  render(<RouterProvider<typeof router> router={router} />);
  const user = userEvent.setup();
  return { user, go: (path: string) => history.push(path), back: () => history.back() };
}

const heading = (name: string) => screen.findByRole('heading', { name });

it('OR-01: the list stays behind an order opened from it, without effects, and comes back as it was', async () => {
  searches.length = 0;
  const { user, go, back } = await openDashboard('/orders/list?status=DLVR');
  await heading('Orders');
  const button = screen.getByRole('button', { name: 'Selected: 0' });
  await user.click(button);
  go('/orders/view/ord_1?dialog=refund');
  await heading('Order');
  expect(screen.queryByRole('heading', { name: 'Orders' })).toBe(null);
  expect(button.isConnected).toBe(true);
  expect(listeners).toBe(0);
  back();
  await heading('Orders');
  expect(screen.getByRole('button', { name: 'Selected: 1' })).toBe(button);
  expect(screen.queryByRole('heading', { name: 'Order' })).toBe(null);
  expect(listeners).toBe(1);
  // The address of the order never was the list's.
  expect(new Set(searches)).toEqual(new Set(['DLVR']));
});

it('OR-01: the list is seen before the router ends the page in front of it', async () => {
  const { go, back } = await openDashboard('/orders/list?status=DLVR');
  await heading('Orders');
  go('/orders/view/ord_1');
  const order = await heading('Order');
  // No frame is painted: the router waits its longest.
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  back();
  await heading('Orders');
  expect(order.isConnected).toBe(true);
  expect(screen.queryByRole('heading', { name: 'Order' })).toBe(null);
  await waitFor(() => expect(order.isConnected).toBe(false));
  expect(listeners).toBe(1);
});

it('OR-01: another search of the list is not shown with the rows of the last one', async () => {
  const { go } = await openDashboard('/orders/list?status=DLVR');
  await heading('Orders');
  go('/orders/view/ord_1');
  const order = await heading('Order');
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  go('/orders/list?status=PEND');
  await heading('Orders');
  expect(order.isConnected).toBe(false);
  expect(searches.at(-1)).toBe('PEND');
});

it('is not there behind a page that was opened directly, and goes with its area', async () => {
  const { go } = await openDashboard('/orders/view/ord_1');
  await heading('Order');
  expect(screen.queryByText('Orders')).toBe(null);
  go('/orders/list');
  await heading('Orders');
  go('/');
  await heading('Home');
  expect(screen.queryByText('Orders')).toBe(null);
});
