import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { CartsPage } from '@/features/carts/carts-page';
import { CouponsListPage } from '@/features/coupons/coupons-list-page';
import { CustomersListPage } from '@/features/customers/customers-list-page';
import { MediaPage } from '@/features/media/media-page';
import { OrdersListPage } from '@/features/orders/orders-list-page';
import { ProductsListPage } from '@/features/products/products-list-page';
import { openPage, sent, serve } from '@/test/dom';

const at = '2026-11-20T10:00:00Z';
const name = { ar: 'عطر', en: 'Perfume' };
const money = { state: 'unpaid', owed: '10.00', paid: '0.00', refunded: '0.00' };

/** A row with the fields that each list's columns read. */
const rows: Record<string, object> = {
  orders: {
    number: 1001,
    status: 'PEND',
    payment_status: 'not_paid',
    currency: 'SAR',
    total: '10.00',
    customer: { id: 'cus_1', name: 'Huda', mobile: '+966551234567' },
    customer_name: 'Huda',
    creation_date: at,
    created_at: at,
    money,
    tags: [],
    items_count: 1,
  },
  products: {
    name,
    state: 'published',
    price: '10.00',
    regular_price: '10.00',
    categories: [],
    stock: 3,
    issues: [],
    tags: [],
    variants_count: 0,
    untranslated: [],
    cover_url: null,
    product_type: 'basic',
    sku: 'A1',
    created_at: at,
    updated_at: at,
  },
  customers: {
    name: 'Huda',
    mobile: '+966551234567',
    orders_count: 1,
    total_spent: '10.00',
    tags: [],
    groups: [],
    created_at: at,
  },
  carts: {
    step: 'contact',
    name: 'Huda',
    mobile: '+966551234567',
    email: null,
    language: 'ar',
    items_count: 1,
    amount: '10.00',
    created_at: at,
    active_at: at,
    reminder: { status: 'none', last_at: null, next_at: null },
    order: null,
  },
  coupons: {
    name: 'Eid',
    code: 'EID',
    state: 'active',
    discount_type: 'fixed',
    discount_value: '5.00',
    discount_segment: 'products_price',
    usage_count: 0,
    created_at: at,
  },
  media: {
    picture: {
      id: 'med_1',
      file_name: 'a.png',
      url: '/a.png',
      urls: {},
      alt: { ar: '', en: '' },
      width: 1,
      height: 1,
      bytes: 10,
    },
    mime: 'image/png',
    content_type: 'image/png',
    size_bytes: 10,
    is_used: false,
    uses: [],
    uses_count: 0,
    created_at: at,
  },
};

/** A server whose lists have sixty rows. */
function lists() {
  serve(({ url, method, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const area = pathname.slice(1);
    if (method === 'POST') return [201, { data: { id: 'cbt_1', status: 'running', ...body } }];
    if (area === 'cart-reminder-plan') return [200, { data: { messages: [], version: 0 } }];
    if (area === 'carts/recovery') {
      const none = { reminded: 0, recovered: 0, amount: '0.00', rate: null };
      return [200, { data: { now: none, before: none } }];
    }
    if (area === 'products/state-counts') return [200, { data: { all: 60, more_than: [] } }];
    const row = rows[area];
    if (!row) return [200, { data: [] }];
    const data = Array.from({ length: 20 }, (_, n) => {
      const picture = 'picture' in row ? { picture: { ...Object(row.picture), id: `med_${n}` } } : {};
      return { ...row, ...picture, id: `x_${n}` };
    });
    const meta = {
      current_page: Number(searchParams.get('page') ?? 1),
      per_page: 20,
      last_page: 3,
      from: 1,
      to: 20,
      total: 60,
    };
    return [
      200,
      { data, links: { first: null, last: null, prev: null, next: null }, meta: { ...meta, is_total_capped: false } },
    ];
  });
}

const pages: [string, ReactNode, { at?: string; path?: string }][] = [
  ['orders', <OrdersListPage key="o" />, {}],
  ['products', <ProductsListPage key="p" />, {}],
  ['customers', <CustomersListPage key="c" />, {}],
  ['carts', <CartsPage key="k" />, { at: '/carts/contact', path: '/carts/$step' }],
];
/** Lists whose actions are for chosen rows alone; each with its reason. */
const chosenOnly: [string, ReactNode][] = [
  ['coupons', <CouponsListPage key="c" />],
  ['media', <MediaPage key="m" />],
];

/** The actions that the bar offers, in it and in its menu. */
async function offered(user: Awaited<ReturnType<typeof openPage>>['user']) {
  const bar = await screen.findByRole('region', { name: 'Bulk actions' });
  const more = within(bar).queryByRole('button', { name: 'More actions' });
  let folded: (string | null)[] = [];
  if (more) {
    await user.click(more);
    folded = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  }
  const plain = within(bar)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((text) => text && !/More actions|Clear|Select all/i.test(text));
  return [...plain, ...folded];
}
async function chooseAll(page: ReactNode, where: { at?: string; path?: string }) {
  lists();
  const view = await openPage(page, where);
  await view.user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  return view;
}

describe('SH-09 acts over everything that matches', () => {
  it.each(pages)('f12: %s: choosing all that match leaves every act in the bar', async (_, page, where) => {
    const { user } = await chooseAll(page, where);
    const before = await offered(user);
    await user.click(await screen.findByRole('button', { name: 'Select all 60 results' }));
    await screen.findByText('All 60 results selected');
    expect(await offered(user)).toEqual(before);
    expect(before.length).toBeGreaterThan(1);
  });

  it.each(chosenOnly)('f12: %s: it is not offered where every act is for chosen rows', async (area, page) => {
    // In the grid of pictures, the checkbox for all is in the list view.
    await chooseAll(page, { at: `/${area}?view=list`, path: `/${area}` });
    await screen.findByRole('region', { name: 'Bulk actions' });
    expect(screen.queryByRole('button', { name: /Select all 60/ })).toBeNull();
  });

  it('f12: carts: all that match are reminded in the background, with a warning that it has no undo', async () => {
    const { user } = await chooseAll(<CartsPage />, { at: '/carts/contact?reminder=none', path: '/carts/$step' });
    await user.click(await screen.findByRole('button', { name: 'Select all 60 results' }));
    await user.click(screen.getByRole('button', { name: 'Send reminder' }));
    await screen.findByText('Send reminders for 60 carts');
    expect(screen.getByText(/sent reminders can't be undone/)).toBeTruthy();
    const texts = screen.getAllByRole('textbox', { name: /^Message/ });
    await user.type(texts[0] as HTMLElement, 'x');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send reminder' }));
    await waitFor(() => expect(sent.some((call) => call.method === 'POST')).toBe(true));
    const call = sent.find(({ method }) => method === 'POST');
    expect(call?.url).toContain('/cart-batches?');
    expect(call?.url).toContain('filter[step]=contact');
    expect(call?.url).toContain('filter[reminder]=none');
    expect(call?.url).not.toContain('page=');
    expect(call?.body).toMatchObject({ channel: 'sms', coupon_id: null });
    await screen.findByText(/Sending reminders in the background/);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull());
  });
});
