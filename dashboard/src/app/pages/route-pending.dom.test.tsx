// @vitest-environment jsdom
import { act, render, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { serve } from '@/test/dom';
import { App } from '../app';
import { router } from '../router';

// Pages whose code stays on its way.
const never = vi.hoisted(() => () => new Promise<never>(() => undefined));
vi.mock('@/features/orders/orders-list-page', never);
vi.mock('@/features/orders/order-page', never);
vi.mock('@/features/products/product-page', never);
vi.mock('@/features/customers/customer-drawer', never);

beforeEach(() => serve(() => [200, { data: [], meta: { total: 0 } }]));

it.each([
  ['/orders/list', 'list'],
  ['/orders/view/ord_1', 'detail'],
  ['/products/add', 'form'],
])('f12_5: %s has the shape of a %s while its code is on its way', async (path, shape) => {
  const { container } = render(<App />);
  act(() => void router.navigate({ href: path }));
  await waitFor(() => expect(container.querySelector(`main .bones--${shape}[role=status]`)).toBeTruthy());
});

it('f12_5: what opens above a page leaves the page as it is meanwhile', async () => {
  const { container } = render(<App />);
  act(() => void router.navigate({ href: '/customers/list' }));
  await waitFor(() => expect(container.querySelector('main h1')).toBeTruthy(), { timeout: 5000 });
  act(() => void router.navigate({ href: '/customers/list/new' }));
  await act(() => new Promise((done) => setTimeout(done, 500)));
  expect(container.querySelector('main h1')).toBeTruthy();
  expect(container.querySelector('.bones')).toBeNull();
});
