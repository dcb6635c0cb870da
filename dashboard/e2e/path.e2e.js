// The main path, in Arabic and in English: a merchant registers, imports a product file, a shopper buys from it, the
// merchant delivers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, openPickup, shopOf } from './api.js';
import { finishStory, desk, inspect, open, phone, settle } from './harness.js';
import { register } from './pages/auth.js';
import * as imports from './pages/imports.js';
import { atStatus, markPaid, orderRow, step, waiting } from './pages/orders.js';
import { buy } from './pages/shop.js';
import { words } from './words.js';

const file = new URL('files/shopify.csv', import.meta.url).pathname;
const thobe = 'ثوب قطن صيفي';

const walks = [
  {
    language: 'ar',
    person: {
      // The browser's time zone gives the country: none needs to be chosen for the number.
      zone: 'Africa/Cairo',
      typedMobile: '01012345678',
      mobile: '+201012345678',
      name: 'نورة العتيبي',
      store: 'دكان نورة',
      slug: 'path-ar',
    },
    moves: true,
    scheme: 'light',
    shopper: { viewport: phone, scheme: 'dark', name: 'خالد الحربي', mobile: '٠١١٥٧٦٥٤٣٢١' },
  },
  {
    language: 'en',
    person: {
      typedMobile: '+966 55 100 2002',
      mobile: '+966551002002',
      name: 'Sara Haddad',
      store: 'Dallah',
      slug: 'path-en',
    },
    moves: false,
    scheme: 'dark',
    shopper: {
      viewport: desk,
      scheme: 'light',
      name: 'Khaled Harbi',
      mobile: '0557654321',
      email: 'khaled@example.com',
    },
  },
];

for (const { language, person, moves, scheme, shopper } of walks) {
  test(`AU-02 AU-03 AU-04 PR-09 CA-01 OR-01 OR-03: the whole path in ${language}`, async () => {
    const w = words(language);
    const page = await open({ language, scheme, zone: person.zone });
    await register(page, w, { ...person, moves });
    const storage = await page.evaluate(() => ({ token: localStorage.accessToken, store: localStorage.storeId }));
    const home = `${shopOf(person.slug)}${language === 'ar' ? '' : '/en'}`;

    if (!moves) {
      await page
        .getByRole('listitem')
        .getByRole('link', { name: w.home('setup.first_order') })
        .waitFor();
      await inspect(page, 'home of a new store');
      await page.getByRole('link', { name: w.titles('products'), exact: true }).click();
      await page
        .getByRole('link', { name: w.products('import') })
        .first()
        .click();
    }
    await inspect(page, 'imports');
    await imports.choose(page, w, file);
    await page.getByText(w.imports('format.shopify_classic')).waitFor();
    const title = await imports.column(page, w, 'Title');
    assert.equal(title.value, await fieldName(storage, language, 'name'));
    assert.deepEqual(title.samples.slice(0, 2), [thobe, 'قهوة سعودية شقراء']);
    await inspect(page, 'import, mapping');
    // Three good products, one without a price, and the dry run writes nothing.
    assert.deepEqual(await imports.dryRun(page, w), [3, 0, 0, 1]);
    const before = await call('GET', '/products/state-counts', storage);
    await inspect(page, 'import, checked');
    assert.deepEqual(await imports.start(page, w, 3), [3, 0, 0, 1]);
    const [[, product, outcome, reason]] = await imports.failedRows(page, w);
    assert.deepEqual([product, outcome], ['بخور عود', w.imports('outcome.failed')]);
    assert.match(reason, language === 'ar' ? /Variant Price.*ليس رقمًا/s : /Variant Price.*isn't a number/s);
    await inspect(page, 'import, done');
    await page.getByRole('link', { name: w.imports('done.products') }).click();
    await page.getByRole('row', { name: new RegExp(thobe) }).waitFor();
    assert.equal((await call('GET', '/products/state-counts', storage)).all, before.all + 3);
    await inspect(page, 'products');

    await openPickup(storage);
    // The list of orders stays open while the shopper buys.
    await page.goto(`${base}/orders/list`);
    await page.getByRole('heading', { name: w.orders('title'), exact: true }).waitFor();
    await settle(page);
    assert.equal(await waiting(page, w), 0);
    const customer = await open({ language, ...shopper });
    const order = await buy(customer, w, {
      ...shopper,
      home,
      product: thobe,
      search: 'ثوب قطن',
      options: ['L', 'أبيض'],
    });

    const row = orderRow(page, order.number);
    await row.getByText(shopper.name).waitFor();
    await becomes(() => waiting(page, w), 1, 'the counter');
    await inspect(page, 'orders');
    await row.getByRole('link').first().click();
    await page.getByText(thobe).first().waitFor();
    await inspect(page, 'an order');
    await step(page, w, 'next.PRCS', 'PRCS');
    await step(page, w, 'next.RDYP', 'RDYP');
    await markPaid(page, w);
    await step(page, w, 'next.DLVR.pickup', 'DLVR');
    await atStatus(page, w, 'DLVR');
    await becomes(() => waiting(page, w), 0, 'the counter');

    // The shopper's page agrees, and the sold pieces are no longer in stock.
    await customer.goto(order.url);
    await becomes(() => customer.locator('.track .is-done').count(), 4);
    await customer.getByText(w.shop('order.paid'), { exact: true }).first().waitFor();
    const [sold] = await call('GET', `/products?search=${encodeURIComponent(thobe)}`, storage);
    assert.equal(sold.stock, 12);
    await page.goto(`${base}/`);
    await page.getByRole('link', { name: w.home('setup.store_logo') }).waitFor();
    assert.equal(await page.getByRole('link', { name: w.home('setup.first_order') }).count(), 0);
    await settle(page);
    await inspect(page, 'home');
  });
}

const fieldName = async (who, language, code) => {
  const [row] = await call('GET', '/product-imports', who);
  const view = await call('GET', `/product-imports/${row.id}`, { ...who, language });
  return view.fields.find((field) => field.code === code).label;
};

finishStory('path');
