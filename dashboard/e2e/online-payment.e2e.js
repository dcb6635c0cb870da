// Paying at a gateway in the browser: each simulated gateway's page and back, on a phone and a desk, in both languages; declines, another
// try, the bank's code, a page that is closed too early, and the order that the merchant sees paid, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, desk, inspect, open, phone } from './harness.js';
import { atGateway, connectGateway, enterBankCode, settle } from './pages/gateway.js';
import { openOrder } from './pages/orders.js';
import { fillCheckout, find } from './pages/shop.js';
import { words } from './words.js';

const goods = { ar: 'عود كمبودي', en: 'Cambodian oud' };
let who, oud, paytabs, paymob;

const payments = (order) => call('GET', `/orders/${order.id}/payments`, who);
const statusOf = async (order) => (await call('GET', `/orders/${order.id}`, who)).status;
const newest = async () => (await call('GET', '/orders?per_page=1&sort=-number', who))[0];

/** The ledger has one payment of the whole amount, and nothing to look at is open. */
async function isPaidOnce(order) {
  await becomes(() => statusOf(order), 'PAID', 'the order is paid');
  const entries = await call('GET', `/orders/${order.id}/entries`, who);
  const paid = entries.filter((entry) => entry.kind === 'payment').map((entry) => entry.amount);
  assert.deepEqual(paid, ['100.00']);
  const { money } = await call('GET', `/orders/${order.id}`, who);
  assert.deepEqual([money.paid, money.owed], ['100.00', '0.00']);
  assert.deepEqual((await payments(order)).cases, []);
}

/** An order that waits for its payment at a gateway, and the way there. */
async function place(gateway, language, name, mobile) {
  const way = await placeOrder(who.shop, { product: oud, payment: gateway.id, language, name, mobile });
  assert.match(way, /^(\/en)?\/orders\/[^/]+\/pay$/);
  return { way: `${who.shop}${way}`, order: await newest() };
}

/** What the order's page says of its payment. */
const section = (page) => page.locator('#payment');
const isReceived = (page, w) =>
  section(page)
    .getByRole('heading', { name: w.shop('payment.received') })
    .waitFor();

/** Another try with this gateway, from the order's page. */
async function tryWith(page, gateway) {
  await section(page).getByText(gateway.texts[page.language], { exact: true }).click();
  await section(page)
    .getByRole('button', { name: /100\.00/ })
    .click();
}

test('a store that takes cards at two gateways', async () => {
  who = await merchant({ mobile: '+966551077077', slug: 'online-payment', store: 'دار الطيب' });
  oud = await product(who, { name: goods, regular_price: '100.00', qty: 50 });
  paytabs = await connectGateway(who, 'PayTabs', { ar: 'بطاقة أولى', en: 'First card' });
  paymob = await connectGateway(who, 'Paymob', { ar: 'بطاقة ثانية', en: 'Second card' });
});

for (const [language, viewport, name, mobile] of [
  ['ar', phone, 'paytabs', '0557077001'],
  ['en', desk, 'paymob', '0557077004'],
]) {
  test(`PY-03: from the checkout to the gateway and back, and the order is paid; ${language}, ${name}`, async () => {
    const w = words(language);
    const gateway = { paytabs, paymob }[name];
    const home = language === 'ar' ? who.shop : `${who.shop}/en`;
    const page = await open({ language, viewport });
    await find(page, w, { home, product: goods[language] });
    await page.goto(`${home}/checkout`);
    await fillCheckout(page, w, { name: 'هدى السبيعي', mobile });
    await page.getByText(gateway.texts[language], { exact: true }).click();
    await page
      .getByRole('button', { name: w.shop('checkout.place'), exact: true })
      .last()
      .click();
    await atGateway(page, gateway, 'pay');
    await isReceived(page, w);
    await inspect(page, `shop, an order paid at ${name}`);
    await isPaidOnce(await newest());
  });
}

test('PY-03: the way to the gateway is a page of the store that leads on', async () => {
  for (const [language, viewport] of [
    ['ar', phone],
    ['en', desk],
  ]) {
    const { way } = await place(paytabs, language, 'منى القحطاني', `05570770${language === 'ar' ? '02' : '03'}`);
    const page = await open({ language, viewport });
    const w = words(language);
    // The gateway's page never opens: this one stays, with its link.
    await page.route(`${paytabs.url}/**`, (route) => route.abort('aborted'));
    await page.goto(way);
    const onwards = page.getByRole('link', { name: w.shop('payment.go'), exact: true });
    await onwards.waitFor();
    await inspect(page, 'shop, the way to a gateway');
    await page.unroute(`${paytabs.url}/**`);
    await onwards.click();
    await page.waitForURL((url) => url.href.startsWith(paytabs.url));
    await page.context().close();
  }
});

for (const [language, viewport, first, second] of [
  ['ar', desk, 'paytabs', 'paymob'],
  ['en', phone, 'paymob', 'paytabs'],
]) {
  test(`PY-03: what the bank declines is paid with another method, without a new order; ${language}, ${viewport.width} px`, async () => {
    const w = words(language);
    const gateways = { paytabs, paymob };
    const { way, order } = await place(
      gateways[first],
      language,
      'ريم الدوسري',
      `055707701${language === 'ar' ? 1 : 2}`,
    );
    const page = await open({ language, viewport });
    await page.goto(way);
    await atGateway(page, gateways[first], 'decline');
    await section(page).getByText(w.shop('payment.declined')).waitFor();
    await section(page).getByText(w.shop('payment.r_insufficient_funds')).waitFor();
    await inspect(page, 'shop, a declined payment');
    assert.equal(await statusOf(order), 'PEND');
    await tryWith(page, gateways[second]);
    await atGateway(page, gateways[second], 'pay');
    await isReceived(page, w);
    await inspect(page, 'shop, an order paid at the second try');
    assert.equal((await newest()).id, order.id);
    await isPaidOnce(order);
    const { attempts } = await payments(order);
    assert.deepEqual(
      attempts.map((attempt) => attempt.state),
      ['paid', 'declined'],
    );
  });
}

for (const [language, viewport, name] of [
  ['en', desk, 'paytabs'],
  ['ar', phone, 'paymob'],
]) {
  test(`PY-03: the bank asks for a code, and a wrong one pays nothing; ${language}, ${name}`, async () => {
    const w = words(language);
    const gateway = { paytabs, paymob }[name];
    const { way, order } = await place(gateway, language, 'سلمان العتيبي', `055707702${language === 'ar' ? 1 : 2}`);
    const page = await open({ language, viewport });
    await page.goto(way);
    await atGateway(page, gateway, 'three_d_secure');
    await enterBankCode(page, '000000');
    await section(page).getByText(w.shop('payment.r_authentication_failed')).waitFor();
    await tryWith(page, gateway);
    await atGateway(page, gateway, 'three_d_secure');
    await enterBankCode(page, '123456');
    await isReceived(page, w);
    await isPaidOnce(order);
  });
}

test('PY-03: a shopper closes the gateway’s page, and the callback pays; the merchant sees the order paid, once', async () => {
  const w = words('ar');
  const { way, order } = await place(paymob, 'ar', 'نورة الشهري', '0557077031');
  const shopper = await open({ viewport: phone });
  await shopper.goto(way);
  await shopper.waitForURL((url) => url.href.startsWith(paymob.url));
  await shopper.context().close();
  const page = await open({ storage: signedIn(who.session) });
  await openOrder(page, order.id);
  assert.equal(await statusOf(order), 'PEND');
  const [attempt] = (await payments(order)).attempts;
  // Twice: the second report is known.
  await settle(paymob, attempt.reference, 'callback_twice');
  await isPaidOnce(order);
  // The open page follows by itself.
  await page.getByRole('main').getByText(w.status('payment.paid'), { exact: true }).first().waitFor();
  await page.getByRole('button', { name: w.orderMoney('entries.show') }).click();
  await becomes(
    () => page.getByText(w.orderMoney('kind.payment'), { exact: true }).count(),
    1,
    'one payment in the ledger',
  );
  await inspect(page, 'an order that was paid at a gateway');
});

test('PY-03: the merchant reads what the gateway told', async () => {
  const w = words('ar');
  const page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/payment-settings/methods/${paymob.id}`);
  await page.getByRole('button', { name: w.payment('events.show'), exact: true }).click();
  const list = page.getByRole('region', { name: w.gatewayEvents('title') });
  await list.getByText(w.gatewayEvents('charge.paid'), { exact: true }).first().waitFor();
  await list.getByText(w.gatewayEvents('charge.declined'), { exact: true }).first().waitFor();
  await until('every event is processed', async () => {
    const events = await call('GET', `/payment-methods/${paymob.id}/events`, who);
    return events.every((event) => event.state === 'processed');
  });
  await inspect(page, 'settings, what a gateway told', { isInBothSkins: true });
});

finishStory('online-payment');
