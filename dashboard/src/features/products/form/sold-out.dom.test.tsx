import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { ProductRowMenu } from '../product-row-menu';
import type { ProductRow } from '../products.api';
import { ProductsListPage } from '../products-list-page';
import { checkProduct } from './check-product';
import { ProductForm } from './product-form';
import { isSoldOut } from './status-card';
import { blankProduct, type ProductValues } from './values';
import { blankVariant, type VariantValues } from './variants';

const multi = (variants: Partial<VariantValues>[]): ProductValues => ({
  ...blankProduct(),
  name: { ar: 'ثوب', en: 'Thobe' },
  regular_price: '120.00',
  product_type: 'multi',
  options: [
    {
      key: 'a',
      kind: 'size',
      name: '',
      values: variants.map((_, at) => `V${at}`),
      colors: {},
      name_texts: { ar: '', en: '' },
      value_texts: {},
    },
  ],
  variants: variants.map((variant, at) => ({ ...blankVariant([`V${at}`]), ...variant })),
});
const row = (over: Partial<ProductRow>) =>
  ({
    id: 'prd_1',
    name: { ar: 'ثوب', en: 'Thobe' },
    product_type: 'basic',
    state: 'unpublished',
    is_published: false,
    is_active: true,
    stock: 0,
    stock_level: 'out',
    price: '120.00',
    regular_price: '120.00',
    sale_price: null,
    untranslated: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    url: 'http://x',
    variants_count: 0,
    version: 1,
    ...over,
  }) as ProductRow;

describe('how many there are of a product', () => {
  it('f12_5: is asked for each variant that is sold, and not guessed', () => {
    expect(blankVariant(['S']).qty).toBeNull();
    const errors = checkProduct(multi([{}, { qty: 0 }, { has_unlimited_qty: true }, { is_active: false }]));
    expect(errors).toEqual({ 'variants.0.qty': 'Enter a quantity or turn on unlimited quantity.' });
  });

  it('f12_5: nothing at all is sold out; what is not written yet says nothing', () => {
    const basic = (qty: number | null, has_unlimited_qty = false) => ({ ...blankProduct(), qty, has_unlimited_qty });
    expect([basic(0), basic(null), basic(3), basic(0, true)].map(isSoldOut)).toEqual([true, false, false, false]);
    expect(
      [
        multi([{ qty: 0 }, { qty: 0 }]),
        multi([{ qty: 0 }, { qty: null }]),
        multi([{ qty: 0 }, { qty: 2 }]),
        multi([{ qty: 0 }, { has_unlimited_qty: true }]),
        // An inactive variant is not sold in any case.
        multi([{ qty: 0 }, { qty: 2, is_active: false }]),
        multi([{ qty: 0, is_active: false }]),
      ].map(isSoldOut),
    ).toEqual([true, false, false, false, true, false]);
  });

  it('f12_5: a new product is not saved without it, and 0 says that it will be sold out', async () => {
    serve(() => [200, { data: [] }]);
    const { user } = await openPage(<ProductForm product={null} />);
    await user.type((await screen.findAllByRole('textbox', { name: /^Product name/ }))[0] as HTMLElement, 'Mug');
    await user.type(screen.getAllByRole('textbox', { name: /price/i })[0] as HTMLElement, '45');
    await user.click(screen.getByRole('button', { name: 'Save and publish' }));
    await screen.findByText('Enter a quantity or turn on unlimited quantity.');
    expect(sent.filter((call) => call.method === 'POST')).toEqual([]);
    expect(screen.queryByText(/will show as sold out/)).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Quantity in stock' }), '0');
    await screen.findByText('Quantity is 0. The product will show as sold out.');
  });
});

describe('publishing what has nothing left', () => {
  it('f12_5: asks, and shows nothing to shoppers when it is turned down', async () => {
    serve(({ body }) => [200, { data: { ...row({}), ...body } }]);
    const { user } = await openPage(<ProductRowMenu product={row({})} />);
    const publish = async () => {
      await user.click(screen.getByRole('button', { name: /Thobe/ }));
      await user.click(await screen.findByRole('menuitem', { name: 'Publish' }));
      return within(await screen.findByRole('dialog'));
    };
    let dialog = await publish();
    dialog.getByText('1 product is out of stock. Publish anyway?');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent.filter((call) => call.method === 'PUT')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    dialog = await publish();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sent.find((call) => call.method === 'PUT')?.body).toEqual({ is_published: true }));
  });

  it('f12_5: what has some is published at once', async () => {
    serve(({ body }) => [200, { data: { ...row({}), ...body } }]);
    const { user } = await openPage(<ProductRowMenu product={row({ stock: 4, stock_level: 'in' })} />);
    await user.click(screen.getByRole('button', { name: /Thobe/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Publish' }));
    await waitFor(() => expect(sent.some((call) => call.method === 'PUT')).toBe(true));
    expect(toasts().map((one) => one.textContent)).toEqual(['Product published']);
  });

  it('f12_5: of many says how many they are', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(40);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2000);
    const rows = [row({}), row({ id: 'prd_2', stock: 4, stock_level: 'in', name: { ar: 'كوب', en: 'Cup' } })];
    serve(({ url }) =>
      url.startsWith('/products?')
        ? [200, { data: rows, meta: { total: 2, current_page: 1, last_page: 1, per_page: 20 }, links: {} }]
        : [200, { data: url.includes('counts') ? { all: 2, more_than: [] } : [] }],
    );
    const { user } = await openPage(<ProductsListPage />);
    for (const box of (await screen.findAllByRole('checkbox')).slice(1, 3)) await user.click(box);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('1 product is out of stock. Publish anyway?');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent.filter((call) => call.method === 'POST')).toEqual([]);
    vi.restoreAllMocks();
  });
});
