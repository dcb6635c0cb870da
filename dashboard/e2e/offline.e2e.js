// A bad line: the page stays, says what is missing, and loses nothing (in both languages).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn } from './api.js';
import { conclude, desk, inspect, open, settle } from './harness.js';
import { label, words } from './words.js';

let who, coffee, orders;
const lost = 'net::ERR_INTERNET_DISCONNECTED';
const khaled = { name: 'خالد الحربي', mobile: '0557654321' };

/** A page of the merchant; what fails for want of a line is no fault. */
async function opened(language, path, viewport = desk) {
  const page = await open({ language, viewport, storage: signedIn(who.session) });
  page.expected.push(lost);
  await page.goto(`${base}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  await page.evaluate(() => (window.sameDocument = true));
  return page;
}
const line = (page, isThere) => page.context().setOffline(!isThere);
const isSame = (page) => page.evaluate(() => window.sameDocument === true);
const banner = (page) => page.locator('[data-line-banner][data-shown]');
const menu = (page, w) => page.getByRole('navigation', { name: w.app('nav.label') });

test('a store with orders', async () => {
  who = await merchant({ mobile: '+966551012001', slug: 'offline', store: 'محمصة' });
  coffee = await product(who, { name: { ar: 'قهوة', en: 'Coffee' }, regular_price: '45.00', qty: 50 });
  for (let i = 0; i < 4; i += 1) await placeOrder(who.shop, { product: coffee, ...khaled });
  orders = (await call('GET', '/orders?per_page=10', who)).toSorted((a, b) => a.number - b.number);
  assert.equal(orders.length, 4);
});

for (const language of ['ar', 'en']) {
  const w = words(language);

  test(`${language}: the pointer over a link without a line is nothing`, async () => {
    const page = await opened(language, '/orders/list');
    await line(page, false);
    await banner(page).getByText(w.shared('line.offline')).waitFor();
    for (const link of await menu(page, w).getByRole('link').all()) await link.hover();
    // What opens above the page: a tip, the palette, a menu.
    await page.getByRole('button', { name: label(w.app('header.search')) }).hover();
    await page.getByRole('button', { name: label(w.app('header.account')) }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(1500);
    assert.ok(await isSame(page));
    assert.equal(await page.locator('[data-row]').count(), 4);
    await page.keyboard.press('Escape');
    await inspect(page, 'orders without a line');
    await line(page, true);
    await banner(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test(`${language}: a page that does not come keeps the shell, and comes with the line`, async () => {
    const page = await opened(language, '/orders/list');
    await line(page, false);
    await menu(page, w)
      .getByRole('link', { name: w.app('nav.coupons') })
      .click();
    await page.getByRole('heading', { level: 1, name: w.shared('part.title') }).waitFor();
    await menu(page, w).waitFor();
    await inspect(page, 'a page that did not come');
    await page.getByRole('button', { name: w.shared('tryAgain') }).click();
    await page.getByRole('heading', { level: 1, name: w.shared('part.title') }).waitFor();
    await line(page, true);
    await page.getByRole('heading', { level: 1, name: w.coupons('title'), exact: true }).waitFor();
    assert.ok(await isSame(page));
    await page.context().close();
  });
}

conclude('offline');
