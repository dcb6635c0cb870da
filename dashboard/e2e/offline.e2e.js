// An unreliable connection: the page stays, says what failed to load, and loses no input (in both languages).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, desk, inspect, open, settle } from './harness.js';
import { label, words } from './words.js';

let who, coffee, orders;
const disconnectedError = 'net::ERR_INTERNET_DISCONNECTED';
const khaled = { name: 'خالد الحربي', mobile: '0557654321' };

/** A page of the merchant; requests that fail while offline are expected. */
async function opened(language, path, viewport = desk) {
  const page = await open({ language, viewport, storage: signedIn(who.session) });
  page.expected.push(disconnectedError);
  await page.goto(`${base}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  await page.evaluate(() => (window.sameDocument = true));
  return page;
}
const setOnline = (page, isThere) => page.context().setOffline(!isThere);
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
    await setOnline(page, false);
    await banner(page).getByText(w.shared('line.offline')).waitFor();
    for (const link of await menu(page, w).getByRole('link').all()) await link.hover();
    // Overlays: a tooltip, the palette, a menu.
    await page.getByRole('button', { name: label(w.app('header.search')) }).hover();
    await page.getByRole('button', { name: label(w.app('header.account')) }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(1500);
    assert.ok(await isSame(page));
    assert.equal(await page.locator('[data-row]').count(), 4);
    await page.keyboard.press('Escape');
    await inspect(page, 'orders without a line');
    await setOnline(page, true);
    await banner(page).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test(`${language}: a page that does not come keeps the shell, and comes with the line`, async () => {
    const page = await opened(language, '/orders/list');
    await setOnline(page, false);
    await menu(page, w)
      .getByRole('link', { name: w.app('nav.marketing') })
      .click();
    await page.getByRole('heading', { level: 1, name: w.shared('part.title') }).waitFor();
    await menu(page, w).waitFor();
    await inspect(page, 'a page that did not come');
    await page.getByRole('button', { name: w.shared('tryAgain') }).click();
    await page.getByRole('heading', { level: 1, name: w.shared('part.title') }).waitFor();
    await setOnline(page, true);
    await page.getByRole('heading', { level: 1, name: w.coupons('title'), exact: true }).waitFor();
    assert.ok(await isSame(page));
    await page.context().close();
  });

  test(`${language}: f12_5 a product that is being written outlives the line, the menu, the palette and a reload`, async () => {
    const page = await opened(language, '/products/add');
    const name = page.getByRole('textbox', { name: w.products('basic.name') }).first();
    await name.fill('دلة نحاس');
    await page.getByLabel(w.batches('f.regular_price')).first().fill('120');
    await setOnline(page, false);
    await banner(page).getByText(w.shared('line.offline')).waitFor();
    for (const link of await menu(page, w).getByRole('link').all()) await link.hover();
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(1500);
    await page.keyboard.press('Escape');
    assert.ok(await isSame(page));
    assert.equal(await name.inputValue(), 'دلة نحاس');
    await inspect(page, 'a product without a line');

    // The browser asks before it reloads: when declined, everything is unchanged.
    const reload = async (isAllowed) => {
      const leaveDialog = page.waitForEvent('dialog').then(async (dialog) => {
        assert.equal(dialog.type(), 'beforeunload');
        await (isAllowed ? dialog.accept() : dialog.dismiss());
      });
      await page.evaluate(() => setTimeout(() => location.reload(), 0));
      await leaveDialog;
    };
    await reload(false);
    await page.waitForTimeout(500);
    assert.ok(await isSame(page));
    assert.equal(await name.inputValue(), 'دلة نحاس');

    await setOnline(page, true);
    await banner(page).waitFor({ state: 'detached' });
    await reload(true);
    await page.getByText(w.shared('draft.title')).waitFor();
    assert.ok(!(await isSame(page)));
    await settle(page);
    assert.equal(await name.inputValue(), '');
    await inspect(page, 'a draft is offered');
    await page.getByRole('button', { name: w.forms('draft.restore') }).click();
    await becomes(() => name.inputValue(), 'دلة نحاس');
    assert.match(await page.getByLabel(w.batches('f.regular_price')).first().inputValue(), /^120/);
    // After leaving without saving, the draft is not offered again.
    await menu(page, w)
      .getByRole('link', { name: w.app('nav.marketing') })
      .click();
    await page.getByRole('button', { name: w.forms('dirty.leave') }).click();
    await page.getByRole('heading', { level: 1, name: w.coupons('title'), exact: true }).waitFor();
    await page.goto(`${base}/products/add`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByText(w.shared('draft.title')).count(), 0);
    await page.context().close();
  });

  test(`${language}: f12_5 a step that waits for the line is listed, taken back, and sent with it`, async () => {
    const order = orders[language === 'ar' ? 0 : 1];
    const page = await opened(language, `/orders/view/${order.id}`);
    const next = page.getByRole('button', { name: w.nextStatus('next.PRCS'), exact: true });
    const status = async () => (await call('GET', `/orders/${order.id}`, who)).status;
    await setOnline(page, false);
    await banner(page).getByText(w.shared('line.offline')).waitFor();
    await next.click();
    const waiting = banner(page).getByRole('listitem');
    await waiting.getByText(w.nextStatus('next.PRCS')).waitFor();
    assert.match(await waiting.innerText(), new RegExp(String(order.number)));
    await inspect(page, 'a step that waits');
    await waiting.getByRole('button', { name: w.shared('line.takeBack') }).click();
    await waiting.waitFor({ state: 'detached' });

    await next.click();
    await waiting.waitFor();
    assert.equal(await status(), 'PEND');
    await setOnline(page, true);
    await page.getByText(w.shared('line.sent', { count: 1 })).waitFor();
    await becomes(status, 'PRCS');
    await next.waitFor({ state: 'detached' });
    await banner(page).waitFor({ state: 'detached' });
    assert.ok(await isSame(page));
    await inspect(page, 'a step that was sent');
    await page.context().close();
  });
}

finishStory('offline');
