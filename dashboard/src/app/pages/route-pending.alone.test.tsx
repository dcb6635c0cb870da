import { act, render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { serve } from '@/test/dom';

// Pages whose code never finishes loading.
const never = vi.hoisted(() => () => new Promise<never>(() => undefined));
vi.mock('@/features/orders/orders-list-page', never);
vi.mock('@/features/orders/order-page', never);
vi.mock('@/features/products/product-page', never);
vi.mock('@/features/customers/customer-drawer', never);

/** An app instance of its own, in the test's session: a page that never loads would leak into the next test. */
async function open() {
  vi.resetModules();
  const [{ App }, { router }] = await Promise.all([import('../app'), import('../router')]);
  // Segments come as a plain list, the rows of a page with its total.
  serve(({ url }) => [200, { data: [], ...(!url.includes('segments') && { meta: { total: 0 } }) }]);
  const { container } = render(<App />);
  return { container, go: (href: string) => act(() => void router.navigate({ href })), router };
}

it.each([
  ['/orders/list', 'list'],
  ['/orders/view/ord_1', 'detail'],
  ['/products/add', 'form'],
])('f12_5: %s has the shape of a %s while its code is on its way', async (path, shape) => {
  const { container, go } = await open();
  go(path);
  await waitFor(() => expect(container.querySelector(`main .bones--${shape}[role=status]`)).toBeTruthy());
});

it('f12_5: what opens above a page leaves the page as it is meanwhile', async () => {
  const { container, go, router } = await open();
  const heading = () => container.querySelector('main h1')?.textContent;
  go('/customers/list');
  await waitFor(() => expect(heading()).toBe('Customers'));
  await waitFor(() => expect(router.state.status).toBe('idle'));
  go('/customers/list/new');
  await act(() => new Promise((done) => setTimeout(done, 500)));
  expect(heading()).toBe('Customers');
  expect(container.querySelector('.bones')).toBeNull();
});
