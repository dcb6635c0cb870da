// A store in the browser: every page in both languages and widths, the size of what it loads, and the purchase without
// JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, call, merchant, product, until } from './api.js';
import { finishStory, desk, inspect, open, phone, settle, vitals } from './harness.js';
import { picture } from './files/pictures.js';
import { buy, fillCheckout, find } from './pages/shop.js';
import { words } from './words.js';

let who, thobe;
const courier = { city: 'الرياض', street: 'شارع العليا', method: 'توصيل' };
const home = (language) => `${who.shop}${language === 'ar' ? '' : '/en'}`;

test('a store with products, a category and a courier', async () => {
  who = await merchant({ mobile: '+966551006001', slug: 'shop-walk', store: 'دكان الديرة' });
  const { name: file, mimeType, buffer } = picture('ملابس.png', 640, 640);
  const form = new FormData();
  form.set('media', new Blob([buffer], { type: mimeType }), file);
  const { id: image_id } = await call('POST', '/media', { ...who, form });
  await until(
    'the sizes of the picture',
    async () => (await call('GET', `/media/${image_id}`, who)).status === 'ready',
  );
  // One tile of the front page has a picture, one has none.
  const category = await call('POST', '/categories', {
    ...who,
    body: { name: { ar: 'ملابس', en: 'Clothes' }, description: {}, slug: 'clothes', is_active: true, image_id },
  });
  await call('POST', '/categories', {
    ...who,
    body: { name: { ar: 'عطور', en: 'Scents' }, description: {}, slug: 'scents', is_active: true },
  });
  for (let i = 1; i <= 9; i += 1) {
    const name = { ar: `شماغ ${i}`, en: `Shemagh ${i}` };
    await product(who, { name, sku: `SHM-${i}`, regular_price: `${90 + i}.00`, category_ids: [category.id] });
  }
  thobe = await product(who, {
    product_type: 'multi',
    name: { ar: 'ثوب صيفي', en: 'Summer thobe' },
    description: { ar: '<p>قطن خفيف.</p>', en: '<p>Light cotton.</p>' },
    category_ids: [category.id],
    options: [{ name: 'size', values: ['M', 'L'] }],
    variants: [
      {
        option_values: ['M'],
        regular_price: '180.00',
        sale_price: '150.00',
        qty: 30,
        has_unlimited_qty: false,
        is_active: true,
      },
      { option_values: ['L'], regular_price: '180.00', qty: 30, has_unlimited_qty: false, is_active: true },
    ],
  });
  const method = { provider: 'CUSTOM', note: {}, countries: [], cities: [], is_active: true, is_cod_allowed: true };
  for (const [name, fixed_cost] of [
    [{ ar: 'توصيل', en: 'Courier' }, '20.00'],
    [{ ar: 'توصيل سريع', en: 'Courier, express' }, '35.00'],
  ])
    await call('POST', '/shipping-methods', { ...who, body: { ...method, name, is_fixed_cost: true, fixed_cost } });
});

for (const [language, viewport] of [
  ['ar', desk],
  ['ar', phone],
  ['en', desk],
  ['en', phone],
]) {
  test(`TH: every page of the store, ${language}, ${viewport.width} px: accessible, steady, without an error`, async (context) => {
    const w = words(language);
    const page = await open({ language, viewport });
    const root = home(language);
    const name = language === 'ar' ? 'ثوب صيفي' : 'Summer thobe';
    page.expected.push(`404 ${language === 'ar' ? '' : '/en'}/nothing-here`);
    const measures = [];
    for (const [title, path] of [
      ['index', '/'],
      ['collection', '/collections/clothes'],
      ['all products', '/collections'],
      ['product', new URL(thobe.url).pathname],
      ['search', '/search?q=ش'],
      ['search without a result', '/search?q=zzzz'],
      ['empty cart', '/cart'],
      ['not found', '/nothing-here'],
    ]) {
      await page.goto(`${root}${path === '/' ? '' : path}`, { waitUntil: 'load' });
      await settle(page);
      if (title === 'index') assert.equal(await page.locator('.tile').count(), 2);
      if (title === 'index') assert.equal(await page.locator('.tile--pic img').count(), 1);
      await inspect(page, `shop, ${title}`);
      measures.push(await vitals(page, `${title} ${language} ${viewport.width}`));
    }

    // Checkout: empty, refused, filled; then the order's own page.
    await find(page, w, { home: root, product: name, options: ['L'] });
    // The choice sets the price of this product, not of the related ones below.
    const below = await page.locator('.card .price__now').allInnerTexts();
    assert.ok(below.length > 0 && below.every((price) => /9\d\.00/.test(price)), below.join());
    await page.goto(`${root}/checkout`, { waitUntil: 'load' });
    await inspect(page, 'shop, checkout, empty');
    measures.push(await vitals(page, `checkout ${language} ${viewport.width}`));
    page.expected.push(`422 ${language === 'ar' ? '' : '/en'}/checkout`);
    await page
      .getByRole('button', { name: w.shop('checkout.place'), exact: true })
      .last()
      .click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await inspect(page, 'shop, checkout, refused');
    const method = language === 'ar' ? 'توصيل' : 'Courier';
    await fillCheckout(page, w, { name: 'خالد', mobile: '0557654321', courier: { ...courier, method } });
    await inspect(page, 'shop, checkout, filled');
    await page
      .getByRole('button', { name: w.shop('checkout.place'), exact: true })
      .last()
      .click();
    await page.locator('.done h1').waitFor();
    await inspect(page, 'shop, confirmation');
    await page.reload({ waitUntil: 'load' });
    measures.push(await vitals(page, `order ${language} ${viewport.width}`));
    await page.context().close();
    for (const m of measures)
      context.diagnostic(`LCP ${String(m.lcp).padStart(5)} ms, CLS ${m.cls.toFixed(4)}  ${m.name}`);
  });
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desk],
]) {
  test(`CA-01: the whole purchase without scripts, ${language}`, async () => {
    const w = words(language);
    const page = await open({ language, viewport, scripts: false });
    const [name, method] = language === 'ar' ? ['ثوب صيفي', 'توصيل'] : ['Summer thobe', 'Courier'];
    const shopper = { name: 'Plain Forms', mobile: '+966512345678', courier: { ...courier, method } };
    const order = await buy(page, w, { ...shopper, home: home(language), product: name, options: ['M'] });
    const [row] = await call('GET', '/orders?per_page=1', who);
    assert.deepEqual([row.number, row.total, row.shipping_provider], [order.number, '170.00', 'CUSTOM']);
    await page.goto(order.url);
    await page.locator('.done h1').waitFor();
  });
}

/** A filled checkout with a save in flight, whose answers are held back until `release`. */
async function holdSave(page, w, person) {
  await find(page, w, { home: home('ar'), product: 'ثوب صيفي', options: ['M'] });
  await page.goto(`${home('ar')}/checkout`);
  await fillCheckout(page, w, { ...person, courier });
  const saves = { count: 0 };
  const released = new Promise((go) => (saves.release = go));
  await page.route('**/checkout/save', async (route) => {
    saves.count += 1;
    await released;
    await route.continue();
  });
  await page.locator('[name=street]').fill('شارع التحلية');
  await page.keyboard.press('Tab');
  await until('a save on its way', () => saves.count === 1);
  return saves;
}

test('what is chosen while the page still saves is not lost on a slow line', async () => {
  const w = words('ar');
  const page = await open({ viewport: phone });
  const saves = await holdSave(page, w, { name: 'خالد', mobile: '0557654321' });
  const express = page.locator('label.choice', { hasText: 'توصيل سريع' }).locator('[name=shipping_method_id]');
  await express.check();
  saves.release();
  await becomes(() => saves.count, 2);
  await settle(page);
  assert.ok(await express.isChecked());
  await page
    .getByRole('button', { name: w.shop('checkout.place'), exact: true })
    .last()
    .click();
  await page.locator('.done h1').waitFor();
  const [row] = await call('GET', '/orders?per_page=1', who);
  assert.equal(row.total, '185.00');
});

for (const press of ['pointer', 'key'])
  test(`OR-01: an order that is confirmed while the page saves is placed, though the answer comes between press and release of a ${press}`, async () => {
    const w = words('ar');
    const page = await open({ viewport: phone });
    // The page waits two seconds for the release, which a slow machine takes to press: here it has time.
    await page.addInitScript(() => {
      const start = window.setTimeout;
      window.setTimeout = (run, ms, ...rest) => start(run, ms === 2000 ? 60_000 : ms, ...rest);
    });
    const saves = await holdSave(page, w, { name: 'سارة', mobile: press === 'key' ? '0557654332' : '0557654331' });
    const place = page.getByRole('button', { name: w.shop('checkout.place'), exact: true }).last();
    await place.hover();
    await place.focus();
    if (press === 'key') await page.keyboard.down('Space');
    else await page.mouse.down();
    saves.release();
    await settle(page);
    if (press === 'key') await page.keyboard.up('Space');
    else await page.mouse.up();
    await page.locator('.done h1').waitFor();
  });

test('CA-01: on a line that drops the page stays, says so, and sends once more by itself', async () => {
  const w = words('ar');
  const page = await open({ viewport: phone });
  const pieces = async () => (await page.context().cookies(who.shop)).find((c) => c.name === 'cart_n')?.value;
  await find(page, w, { home: home('ar'), product: 'ثوب صيفي', options: ['M'] });
  await page.keyboard.press('Escape');
  const add = page.locator('button[data-main]:visible').first();
  const line = page.context();
  await line.setOffline(true);
  await add.click();
  await page.getByRole('alert').getByText(w.shop('line.offline')).waitFor();
  await line.setOffline(false);
  await page.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  assert.equal(await pieces(), '2');
  await page.keyboard.press('Escape');

  // A request that arrived although its answer was lost is not applied twice.
  await page.evaluate(() => {
    const originalFetch = window.fetch;
    window.fetch = async (...request) => {
      window.fetch = originalFetch;
      await originalFetch(...request);
      throw new TypeError('the answer was lost');
    };
  });
  await add.click();
  await page.getByRole('alert').getByText(w.shop('line.offline')).waitFor();
  await page.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  assert.equal(await pieces(), '3');

  await page.goto(`${home('ar')}/checkout`);
  await fillCheckout(page, w, { name: 'خالد', mobile: '0557654329', courier });
  page.faults.splice(0);
  await line.setOffline(true);
  const place = page.getByRole('button', { name: w.shop('checkout.place'), exact: true }).last();
  await place.click();
  await page.getByRole('alert').getByText(w.shop('line.offline')).waitFor();
  assert.equal(await page.locator('[name=name]').inputValue(), 'خالد');
  await line.setOffline(false);
  await page.locator('.done h1').waitFor();
  page.faults.splice(0);
});

test('f12: the sale badge stays with a variant that is on sale, and goes with one that is not', async () => {
  const page = await open({ language: 'en' });
  await page.goto(`${who.shop}/en/products/${encodeURIComponent(thobe.page_link)}`);
  const info = page.locator('.info');
  const badge = info.locator('[data-price] .tag');
  const choose = (value) => page.locator('label.chip', { hasText: new RegExp(`^${value}`) }).click();
  await choose('M');
  await info.getByText('150.00').first().waitFor();
  await until('the badge of M', () => badge.isVisible());
  assert.match(await badge.innerText(), /16\s*%/);
  await choose('L');
  await info.getByText('180.00').first().waitFor();
  await until('no badge of L', async () => !(await badge.isVisible()));
  await choose('M');
  await until('the badge again', () => badge.isVisible());
  await inspect(page, 'a variant on sale');
});

test('CP-01: the fold of the coupon that is opened while the page saves stays open', async () => {
  const body = { name: 'الصيف', code: 'SUMMER', discount_type: 'fixed', discount_value: '5.00' };
  await call('POST', '/coupons', { ...who, body });
  const w = words('ar');
  const page = await open({ viewport: phone });
  const saves = await holdSave(page, w, { name: 'ليلى', mobile: '0557654341' });
  await page.locator('#sum summary').click();
  await page.locator('#f-coupon').waitFor();
  saves.release();
  await settle(page);
  assert.ok(await page.locator('#f-coupon').isVisible());
});

finishStory('shop');
