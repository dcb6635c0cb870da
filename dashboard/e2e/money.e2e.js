// The money of an order in the browser: an edit with its difference, payments, refunds, returns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, inspect, open, phone, resize, settle } from './harness.js';
import { act, atStatus, openOrder } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, coffee, cup, order;

const dialog = () => page.getByRole('dialog');
const readOrder = () => call('GET', `/orders/${order.id}`, who);
const iso = (text) => `\u2068${text}\u2069`;

test('a store with an order of three bags', async () => {
  who = await merchant({ mobile: '+966551012012', slug: 'money', store: 'محمصة الريف' });
  coffee = await product(who, { name: { ar: 'قهوة', en: 'Coffee' }, regular_price: '45.00', qty: 50 });
  cup = await product(who, { name: { ar: 'كوب خزفي', en: 'Cup' }, regular_price: '20.00', qty: 9 });
  await placeOrder(who.shop, { product: coffee, quantity: 3, name: 'خالد الحربي', mobile: '0557654321' });
  [order] = await call('GET', '/orders?per_page=1', who);
  assert.equal(order.total, '135.00');
  page = await open({ storage: signedIn(who.session) });
});

test('OR-02: an order is edited with the difference shown first, and the stock follows', async () => {
  await openOrder(page, order.id);
  await act(page, w, w.order('edit'));
  await page.getByText(w.orderEdit('diff.none')).waitFor();
  await page.getByLabel(w.orderEdit('quantityOf', { name: iso('قهوة') })).fill('٢');
  await page.getByText(w.orderEdit('stock.back', { count: 1 })).waitFor();
  await page.getByLabel(w.orderEdit('add')).fill('كوب');
  await page.getByRole('option', { name: /كوب خزفي/ }).click();
  await page.getByText(w.orderEdit('stock.out', { count: 1 })).waitFor();
  await page.getByText(w.orderEdit('collect')).waitFor();
  await inspect(page, 'an order, edited');
  await page.getByRole('button', { name: w.orderEdit('apply'), exact: true }).click();
  await page.waitForURL(new RegExp(`/orders/view/${order.id}$`));
  await page
    .getByText(/110\.00/)
    .first()
    .waitFor();
  assert.deepEqual([(await readOrder()).total, (await readOrder()).money.owed], ['110.00', '110.00']);
  assert.equal((await call('GET', `/products/${coffee.id}`, who)).qty, 48);
  assert.equal((await call('GET', `/products/${cup.id}`, who)).qty, 8);
});

test('OR-02: whoever edits an order that somebody else changed is told, and goes on from there', async () => {
  await page.goto(`${base}/orders/view/${order.id}/edit`);
  await page.getByLabel(label(w.orderEdit('shipping'))).waitFor();
  await call('POST', `/orders/${order.id}/payments`, { ...who, body: { amount: '10' } });
  page.expected.push(`409 /dashboard/v1/orders/${order.id}/edit/preview`);
  await page.getByLabel(label(w.orderEdit('shipping'))).fill('15');
  await dialog().getByText(w.forms('stale.title')).waitFor();
  await dialog()
    .getByRole('button', { name: w.forms('stale.save') })
    .click();
  await page.getByText(w.orderEdit('collect')).waitFor();
  await page.getByRole('button', { name: w.orderEdit('apply'), exact: true }).click();
  await page.waitForURL(new RegExp(`/orders/view/${order.id}$`));
  assert.deepEqual([(await readOrder()).total, (await readOrder()).money.owed], ['125.00', '115.00']);
});

test('OR-05: the rest is paid, and the entries say how it came to that', async () => {
  // The dialog proposes what the page says is owed.
  await page
    .getByText(/115\.00/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: w.orderMoney('pay'), exact: true }).click();
  await inspect(page, 'an order, dialog of a payment');
  await dialog()
    .getByRole('button', { name: w.orderMoney('pay'), exact: true })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: w.orderMoney('entries.show') }).click();
  await page.getByText(w.orderMoney('kind.adjustment'), { exact: true }).first().waitFor();
  assert.equal((await readOrder()).payment_status, 'paid');
  await inspect(page, 'an order, entries');
});

test('OR-05: a piece is refunded after its amount was shown', async () => {
  await page.getByRole('button', { name: w.orderMoney('refund'), exact: true }).click();
  await dialog()
    .getByLabel(w.orderMoney('refund.quantity', { name: iso('كوب خزفي') }))
    .fill('1');
  await dialog()
    .getByRole('button', { name: /20\.00/ })
    .waitFor();
  await inspect(page, 'an order, dialog of a refund');
  await dialog()
    .getByRole('button', { name: /20\.00/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
  assert.deepEqual([(await readOrder()).money.refunded, (await readOrder()).money.refundable], ['20.00', '105.00']);
});

test('OR-04: a bag comes back for a reason of the store’s list, then all of it', async () => {
  for (const status of ['PRCS', 'RDYS', 'SHPD', 'DLVR']) {
    await call('PUT', `/orders/${order.id}/status`, { ...who, body: { status } });
  }
  await openOrder(page, order.id);
  await atStatus(page, w, 'DLVR');
  await act(page, w, w.nextStatus('next.RTRN'));
  await dialog()
    .getByLabel(w.orderMoney('return.quantity', { name: iso('قهوة') }))
    .fill('1');
  // Damaged goods stay out of stock unless the merchant puts them back.
  await dialog().getByText(w.orderMoney('return.restock'), { exact: true }).click();
  // The amount is on the button before it is pressed.
  await dialog()
    .getByRole('button', { name: /45\.00/ })
    .waitFor();
  await inspect(page, 'an order, dialog of a return');
  await dialog()
    .getByRole('button', { name: /45\.00/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(w.orderMoney('returned', { count: 1 }), { exact: true }).waitFor();
  await becomes(
    () => page.getByText(w.orderMoney('refundedPieces', { count: 1 }), { exact: true }).count(),
    2,
    'two refunded pieces',
  );
  await page.getByRole('heading', { name: w.orderMoney('returns.title') }).waitFor();
  assert.deepEqual([(await readOrder()).status, (await readOrder()).money.refunded], ['DLVR', '65.00']);
  assert.equal((await call('GET', `/products/${coffee.id}`, who)).qty, 49);
  await settle(page);
  await resize(page, phone);
  await inspect(page, 'an order with a return, phone');
});

test('the merchant owns the reasons', async () => {
  await page.goto(`${base}/settings/store/returns`);
  await page.getByRole('button', { name: w.orderMoney('reasons.add') }).click();
  await dialog().getByRole('textbox').first().fill('تأخر التوصيل');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page.getByText('تأخر التوصيل', { exact: true }).waitFor();
  assert.equal((await call('GET', '/return-reasons', who)).length, 7);
  await inspect(page, 'settings, return reasons');
});

finishStory('money');
