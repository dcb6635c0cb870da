// Every address of the dashboard, and the overlays of its pages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { call, placeOrder } from '../api.js';
import { label } from '../words.js';

const source = new URL('../../src/', import.meta.url);

/** Paths declared in the route files, each with the file's area: "orders /orders/view/$id". */
function declared() {
  const files = readdirSync(new URL('routes/', source)).filter((name) => name.endsWith('.routes.ts'));
  const paths = files.flatMap((name) => inFile(`routes/${name}`, name.split('.')[0]));
  return [...paths, ...inFile('app/pages/error-routes.ts', 'errors')];
}

const read = (path) => readFileSync(new URL(path, source), 'utf8');

const inFile = (path, area) => [...read(path).matchAll(/path: '([^']+)'/g)].map((m) => `${area} ${m[1]}`);

/**
 * Whether the pages of an area are reached by a change in features of the dashboard: its route file imports one of them, and no
 * feature imports another. `features` are names, separated by spaces; without them everything is reached.
 */
export function isReached(area, features = process.env.E2E_FEATURES) {
  if (features === undefined) return true;
  if (area === 'errors') return false;
  const text = read(`routes/${area}.routes.ts`);
  return features.split(' ').some((name) => text.includes(`'@/features/${name}/`));
}

/** Addresses with an id, a parent or for a visitor; every other path is its own address. */
const screenPaths = ({
  order,
  product,
  multi,
  shade,
  customer,
  category,
  method,
  imported,
  batch,
  media,
  menu,
  cart,
  act,
  coupon,
  payment,
  contentPage,
  settlement,
}) => ({
  'bulk /products/batches/$id': [`/products/batches/${batch}`],
  'carts /carts/$step': ['/carts/products', '/carts/contact', '/carts/payment', '/carts/checkout', '/carts/lost'],
  'carts /carts/view/$id': ['/carts/view/crt_00000000000000', `/carts/view/${cart}`],
  'carts /marketing-notifications/list': ['/marketing-notifications/list?entity_type=CART'],
  'categories $id': ['/products-categories/list/new', `/products-categories/list/${category}`],
  'categories /products-categories/products/$id': [`/products-categories/products/${category}`],
  'content-pages /settings/store/pages/new': [
    '/settings/store/pages/new',
    '/settings/store/pages/new?policy=shipping',
    `/settings/store/pages/new?from=${contentPage}`,
  ],
  'content-pages /settings/store/pages/$id': [`/settings/store/pages/${contentPage}`],
  'couriers /couriers/$courier/pickups': ['/couriers/BOSTA/pickups', '/couriers/WASSALHA/pickups'],
  'couriers new': ['/couriers/BOSTA/pickups/new'],
  'coupons /coupons/add': ['/coupons/add', `/coupons/add?from=${coupon}`],
  'coupons /coupons/edit/$id': [`/coupons/edit/${coupon}`],
  'courier-cash /courier-cash/settlements/$id': [`/courier-cash/settlements/${settlement}`],
  'customers $segment': ['/customers/segments/new'],
  'customers new': ['/customers/list/new'],
  'customers segment': ['/customers/list/segment'],
  'customers /customers/view/$id': [`/customers/view/${customer}`],
  'customers edit': [`/customers/view/${customer}/edit`],
  'imports /products/import/$id': [`/products/import/${imported.mapping}`, `/products/import/${imported.done}`],
  'imports /customers/import/$id': [`/customers/import/${imported.customers}`],
  'media $id': [`/media/${media}`],
  'menus /menus/$menu': [`/menus/${menu}`],
  'orders /orders/batches/$id': [`/orders/batches/${act}`],
  'orders /orders/view/$id': [
    `/orders/view/${order}`,
    `/orders/view/${order}?dialog=CNCL`,
    `/orders/view/${order}?dialog=payment`,
    `/orders/view/ord_00000000000000`,
  ],
  'orders /orders/view/$id/edit': [`/orders/view/${order}/edit`],
  'products /products/edit/$id': [`/products/edit/${product}`, `/products/edit/${multi}`],
  'products $id': [`/products/stock/${product}`, `/products/stock/${multi}`],
  'products $id/$variant': [`/products/stock/${multi}/${shade}`],
  'redirects $id': ['/settings/store/redirects/new', '/settings/store/redirects/new?address=%2Fold-shirt'],
  'settings methods/$id': [`/payment-settings/methods/${payment}`],
  'settings couriers/$courier': ['/shipping-settings/couriers/BOSTA', '/shipping-settings/couriers/WASSALHA'],
  'settings $id': ['/shipping-settings/new', `/shipping-settings/${method}`],
  'settings /': [],
  'settings /settings/store': [],
  'settings general': ['/settings/store/general'],
  'settings checkout': ['/settings/store/checkout'],
  'settings stock': ['/settings/store/stock'],
  'settings returns': ['/settings/store/returns'],
  'settings vat': ['/settings/store/vat'],
  'settings documents': ['/settings/store/documents'],
  'settings seo': ['/settings/store/seo'],
});

const visitors = {
  'auth /register/continue/$process/$token': ['/register/continue/prc_none/none'],
  'auth /reset-password/$token': ['/reset-password/none'],
  'auth /invitation/$token': ['/invitation/none'],
  'auth /impersonate/$encoded': ['/impersonate/none'],
  'auth /register': ['/register'],
  'auth /forgot-password': ['/forgot-password'],
  'auth /terms': ['/terms'],
  'auth /privacy': ['/privacy'],
  'auth /login': ['/login'],
};

/** The reached addresses: for a merchant, and for a visitor. A new route with an id must be listed above. */
export function addresses(things) {
  const ownPaths = screenPaths(things);
  const reached = declared().filter((path) => isReached(path.split(' ')[0]));
  const inside = reached.flatMap((path) => {
    if (visitors[path]) return [];
    const found = ownPaths[path] ?? [path.split(' ')[1]];
    assert.ok(
      found.every((address) => address.startsWith('/') && !address.includes('$')),
      `say in pages/screens.js where ${path} is`,
    );
    return found;
  });
  const outside = reached.flatMap((path) => visitors[path] ?? []);
  // Last: it is a document of its own, from which no page is reached without being loaded.
  outside.sort((a, b) => Number(a === '/login') - Number(b === '/login'));
  return { inside: [...new Set(inside)], outside };
}

/** A picture of one colour. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtmMCMaywi+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELguFPsFaQDQP9QAAAABJRU5ErkJggg==';

/** A store with one row of each kind that has a page. */
export async function createScreenData(who) {
  const category = await call('POST', '/categories', {
    ...who,
    body: { name: { ar: 'أوانٍ', en: 'Ware' }, description: {}, is_active: true },
  });
  const flat = { product_type: 'basic', is_active: true, is_published: true, has_unlimited_qty: false, qty: 9 };
  const product = await call('POST', '/products', {
    ...who,
    body: {
      ...flat,
      name: { ar: 'دلة', en: 'Dallah' },
      regular_price: '220.00',
      sku: 'DLH',
      category_ids: [category.id],
    },
  });
  const variant = (value) => ({
    option_values: [value],
    regular_price: '80.00',
    qty: 4,
    has_unlimited_qty: false,
    is_active: true,
  });
  const multi = await call('POST', '/products', {
    ...who,
    body: {
      product_type: 'multi',
      is_active: true,
      is_published: true,
      name: { ar: 'فنجان', en: 'Cup' },
      options: [{ name: 'color', values: ['أحمر', 'أزرق'] }],
      variants: [variant('أحمر'), variant('أزرق')],
    },
  });
  const [{ variant_id: shade }] = (await call('GET', `/products/${multi.id}/stock`, who)).items;
  await placeOrder(who.shop, { product, name: 'خالد الحربي', mobile: '0557654321', note: 'بعد العصر' });
  const [order] = await call('GET', '/orders', who);
  const [cart] = await call('GET', '/carts?filter%5Bstep%5D=checkout', who);
  const [customer] = await call('GET', '/customers', who);
  const [method] = await call('GET', '/shipping-methods', who);
  const upload = async (lines, path = '/product-imports') => {
    const form = new FormData();
    form.append('file', new Blob([lines.join('\n')], { type: 'text/csv' }), 'sheet.csv');
    return (await call('POST', path, { ...who, form })).id;
  };
  const lines = ['Name,SKU,Price', 'Coffee,C-1,12.50', 'Tea,T-1,five'];
  const people = ['Name,Mobile', 'Sara,0551239876', 'Ali,12'];
  const imported = {
    done: await upload(lines),
    mapping: await upload(lines),
    customers: await upload(people, '/customer-imports'),
  };
  await call('POST', `/product-imports/${imported.done}/start`, who);
  const sheet_id = await upload(['AWB,COD,Fee', 'BST-9999,100,15', 'BST-9998,five,15'], '/courier-sheets');
  const remittance = { sheet_id, courier: 'Bosta', remitted_on: '2026-11-20', total: '85.00' };
  const settlement = await call('POST', '/courier-settlements', { ...who, body: remittance });
  await call('POST', `/courier-settlements/${settlement.id}/check`, who);
  const action = { kind: 'tags', change: 'add', tags: ['قهوة'] };
  const { batch } = await call('POST', '/products/bulk', { ...who, body: { items: [product.id, multi.id], action } });
  const act = await call('POST', '/order-batches', { ...who, body: { action: { kind: 'tags', add: ['هدية'] } } });
  const picture = new FormData();
  picture.append('media', new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), 'dot.png');
  const media = await call('POST', '/media', { ...who, form: picture });
  const [menu] = await call('GET', '/menus', who);
  const [payment] = await call('GET', '/payment-methods', who);
  const coupon = await call('POST', '/coupons', {
    ...who,
    body: {
      name: 'عرض الدلال',
      code: 'DLH10',
      discount_type: 'percentage',
      discount_value: '10',
      scope: 'products',
      product_ids: [product.id],
    },
  });
  const [contentPage] = await call('GET', '/pages', who);
  const ids = {
    media,
    menu,
    order,
    product,
    multi,
    shade: { id: shade },
    customer,
    category,
    method,
    batch,
    cart,
    act,
    coupon,
    payment,
    contentPage,
    settlement,
  };
  return { ...Object.fromEntries(Object.entries(ids).map(([name, row]) => [name, row.id])), imported };
}

/** Overlays of reached pages: the name, the address, and how each is opened. */
export const overlays = (w, things) => allOverlays(w, things).filter(([, , , area]) => isReached(area));

const allOverlays = (w, { product }) => [
  ['command palette', '/', (page) => page.keyboard.press('Control+k'), 'home'],
  ['account menu', '/', (page) => page.getByRole('button', { name: label(w.app('header.account')) }).click(), 'home'],
  [
    'filters of orders',
    '/orders/list',
    (page) => page.getByRole('button', { name: w.orders('filter.button'), exact: true }).click(),
    'orders',
  ],
  [
    'menu of an order',
    '/orders/list',
    (page) =>
      page
        .getByRole('button', { name: label(w.orders('rowMenu', { number: '' }).trim().split(' ')[0]) })
        .first()
        .click(),
    'orders',
  ],
  [
    'unsaved product',
    `/products/edit/${product}`,
    async (page) => {
      await page.locator('[data-path="sku"]').first().fill('CHANGED');
      await page.getByRole('link', { name: w.shared('back'), exact: true }).click();
    },
    'products',
  ],
];
