// Abandoned carts: the list, a cart's page, its restore link on another device, an order placed from it, reminders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, abaya, cart;

test('a store with an abaya, and a shopper who leaves it at the checkout', async () => {
  who = await merchant({ mobile: '+966551019019', slug: 'carts', store: 'دار العباءات' });
  abaya = await product(who, { name: { ar: 'عباءة سوداء', en: 'Abaya' }, regular_price: '320.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
  const shopper = await open({});
  await shopper.goto(`${who.shop}/products/${encodeURIComponent(abaya.page_link)}`);
  await shopper
    .getByRole('button', { name: w.shop('product.add'), exact: true })
    .first()
    .click();
  await shopper.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  await shopper.goto(`${who.shop}/checkout`);
  await shopper.getByLabel(label(w.shop('form.name'))).fill('نورة الحربي');
  await shopper.getByLabel(label(w.shop('form.mobile'))).fill('0551230019');
  await shopper.getByLabel(label(w.shop('form.mobile'))).blur();
  await shopper.locator('#held').waitFor();
  const customer = await call('POST', '/customers', { ...who, body: { name: 'نورة الحربي', mobile: '0551230019' } });
  cart = (await call('GET', `/customers/${customer.id}/carts`, who))[0];
});

test('CA-02: its page shows what is in it, and its link brings that to another device', async () => {
  await page.goto(`${base}/carts/view/${cart.id}`);
  await page.getByRole('heading', { name: 'نورة الحربي', level: 1 }).waitFor();
  await page.getByText('عباءة سوداء').waitFor();
  await inspect(page, 'a cart');
  const { links } = await call('GET', `/carts/${cart.id}`, who);
  const phonePage = await open({ viewport: phone });
  await phonePage.goto(links.restore);
  await phonePage.getByText('عباءة سوداء').waitFor();
  await inspect(phonePage, 'shop, a cart by its link');
  await phonePage.getByRole('button', { name: w.shop('restore.go'), exact: true }).click();
  await phonePage.waitForURL(/\/cart$/);
  await phonePage.getByText('عباءة سوداء').first().waitFor();
  assert.ok(!(await phonePage.content()).includes('نورة الحربي'));
});

test('CA-04: the merchant turns it into an order, at the price it has now', async () => {
  await call('PUT', `/products/${abaya.id}`, { ...who, body: { regular_price: '300.00' } });
  await page.goto(`${base}/carts/view/${cart.id}`);
  await page.getByRole('button', { name: w.carts('makeOrder'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('تغيّر سعر').waitFor();
  await inspect(page, 'a cart turned into an order');
  await dialog.getByLabel(w.carts('orderAccept')).check();
  await dialog.getByRole('button', { name: w.carts('orderCreate'), exact: true }).click();
  await page.waitForURL(/\/orders\/view\//);
  await page.goto(`${base}/carts/checkout`);
  await page.getByRole('link', { name: '#1001' }).waitFor();
  await inspect(page, 'carts that became orders');
});

test('CA-01: every step is a page, another word is none', async () => {
  await page.goto(`${base}/carts/contact`);
  await page.getByRole('heading', { name: w.carts('title'), level: 1 }).waitFor();
  await page.getByRole('button', { name: label(w.carts('step.payment')) }).click();
  await page.waitForURL(/\/carts\/payment/);
  await page.getByText(w.carts('empty')).waitFor();
  await inspect(page, 'carts, empty');
  await page.goto(`${base}/carts/lost`);
  await page.getByText(w.app('page.404')).first().waitFor();
});

test('CA-03: the plan is switched on, and a text without the link is refused at its field', async () => {
  await page.goto(`${base}/cart-reminders`);
  await page.getByRole('switch', { name: w.carts('planOn') }).check();
  const body = page.getByLabel(`${w.carts('body')} · ${w.carts('textIn.ar')}`).first();
  const before = await until('the text of the plan', () => body.inputValue());
  await body.fill('عد إلى سلتك');
  page.expected.push('422 /dashboard/v1/cart-reminder-plan');
  await page.getByRole('button', { name: w.carts('planSave'), exact: true }).click();
  await page.getByText('أضف رابط السلة').first().waitFor();
  await body.fill(before);
  await page.getByRole('button', { name: w.carts('planSave'), exact: true }).click();
  await until('the plan', async () => (await call('GET', '/cart-reminder-plan', who)).is_active === true);
  await inspect(page, 'reminders of carts, the plan');
  await page.goto(`${base}/marketing-notifications/list?entity_type=CART`);
  await page.getByText(w.carts('sentEmpty')).waitFor();
  await page
    .getByLabel(w.carts('crumbs'))
    .getByRole('link', { name: w.carts('title'), exact: true })
    .waitFor();
  await inspect(page, 'reminders of carts');
});

finishStory('carts');
