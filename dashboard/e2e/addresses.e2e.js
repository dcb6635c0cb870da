// An order with an incomplete address: shown in the queue and on its page, completed by its shopper on a phone, without
// JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
const t = w.orderAddresses;
let who, page, lamp, url;

const heldNumbers = async () => (await call('GET', '/orders/addresses', who)).map((row) => row.number);
const row = (name) => page.getByRole('row', { name: new RegExp(name) });

/** An order by courier to this street. */
const order = (name, mobile, street) =>
  placeOrder(who.shop, { product: lamp, name, mobile, city: 'الرياض', street, receive: 'courier' });

test('a store with orders to streets that lead nowhere', async () => {
  who = await merchant({ mobile: '+966551022022', slug: 'addresses', store: 'بيت السدو' });
  lamp = await product(who, { name: { ar: 'وسادة سدو', en: 'Sadu cushion' }, regular_price: '90.00', qty: 20 });
  const courier = {
    provider: 'CUSTOM',
    name: { ar: 'مندوب المتجر', en: 'Store courier' },
    is_active: true,
    fixed_cost: '20.00',
    is_cod_allowed: true,
  };
  await call('POST', '/shipping-methods', { ...who, body: courier });
  await order('هند القحطاني', '0551230221', '....');
  await order('سعاد الحربي', '0551230222', 'العليا');
  await order('ريم الدوسري', '0551230223', 'شارع الملك فهد');
  await until('two orders wait', async () => (await heldNumbers()).length === 2);
  page = await open({ storage: signedIn(who.session) });
});

test('CU-01, OR-02: the queue says what is missing; an address is completed by the merchant, with a suggested city', async () => {
  await page.goto(`${base}/orders/addresses`);
  await row('هند القحطاني').waitFor();
  await page.getByText('أضف شارعًا أو وصفًا أدق.').first().waitFor();
  await inspect(page, 'the queue of addresses');
  await row('سعاد الحربي')
    .getByRole('button', { name: new RegExp(t('edit')) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label(w.address('field.city'))).waitFor();
  await until('cities are suggested', async () => (await dialog.locator('datalist option').count()) > 100);
  await inspect(page, 'editing an address');
  await dialog.getByLabel(label(w.address('field.street'))).fill('شارع العليا العام');
  await dialog.getByRole('button', { name: w.shared('save'), exact: true }).click();
  await page.getByText(t('edit.done')).waitFor();
  await until('one waits', async () => (await heldNumbers()).length === 1);
});

test('OR-02: on the order’s page the link is sent, and its activity says so', async () => {
  const [{ id }] = await call('GET', '/orders/addresses', who);
  await page.goto(`${base}/orders/view/${id}`);
  await page.getByText(t('callout.held')).waitFor();
  await inspect(page, 'an order whose address is not complete');
  await page.getByRole('button', { name: t('send'), exact: true }).click();
  await page.getByText(t('sendDone')).waitFor();
  await page.getByText(w.order('act.address.sent')).waitFor();
  url = (await call('GET', `/orders/${id}/address`, who)).link.url;
});

test('OR-02: the shopper completes it on a phone without script; the queue is empty', async () => {
  const shopperPage = await open({ viewport: phone });
  await shopperPage.goto(url);
  await shopperPage.getByText(w.shop('address.gap_street')).waitFor();
  await inspect(shopperPage, 'the link of an address');
  const shopper = await open({ viewport: phone, scripts: false });
  shopper.expected.push(`422 ${new URL(url).pathname}`);
  await shopper.goto(url);
  await shopper.getByText(w.shop('address.gap_street')).waitFor();
  await shopper.locator('#f-short_address').fill('RR29');
  await shopper.getByRole('button', { name: w.shop('address.save') }).click();
  await shopper.getByText(w.shop('address.review')).waitFor();
  await shopper.locator('#f-short_address').fill('RRRD2929');
  await shopper.locator('#f-pin').fill('https://maps.google.com/?q=24.7136,46.6753');
  await shopper.getByRole('button', { name: w.shop('address.save') }).click();
  await shopper.getByRole('heading', { name: w.shop('address.done') }).waitFor();
  assert.deepEqual(await heldNumbers(), []);
  await page.goto(`${base}/orders/addresses`);
  await page.getByText(t('empty')).waitFor();
  await inspect(page, 'the empty queue of addresses');
});

finishStory('addresses');
