// Return parcels in the browser, at Bosta's simulator: one is booked from the order's page, labelled, fetched at the customer's and brought
// back, and its items are taken back with their refund, on the desk in Arabic; one is booked and canceled on a phone in English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { actOnReturn, bosta, press, returnParcel, shipments, useBosta } from './pages/courier.js';
import { openOrder } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
const en = words('en');
let who, page, shirt;
/** The delivered order of each language, and its return parcel's number at the courier. */
const desk = {};
const narrow = {};

/** Seconds for what happens at the courier and back: calls that time out on a busy machine are repeated later. */
const patience = 120;

const dialog = (at = page) => at.getByRole('dialog');
const button = (at, name) => at.getByRole('button', { name, exact: true });
const iso = (text) => `\u2068${text}\u2069`;
const readOrder = ({ order }) => call('GET', `/orders/${order.id}`, who);
const readReturn = async ({ order }) => (await call('GET', `/orders/${order.id}/return-parcels`, who)).parcels[0];

/** An order of two shirts that its courier delivered, and whose cash it collected. */
async function delivered(into, language, name, mobile) {
  const address = { receive: 'courier', country: 'EG', city: 'القاهرة', street: '12 شارع النيل', district: 'المعادي' };
  const delivery = language === 'ar' ? 'بوسطة' : 'Bosta';
  await placeOrder(who.shop, { product: shirt, quantity: 2, name, mobile, language, delivery, ...address });
  [into.order] = await call('GET', '/orders?per_page=1&sort=-number', who);
  const path = `/orders/${into.order.id}/shipments`;
  await call('POST', path, { ...who, body: { without_confirmation: true, waybill: {} } });
  const read = async () => (await call('GET', path, who)).shipments[0];
  await becomes(async () => (await read()).booking.state, 'booked', 'the shipment is booked', patience);
  const { tracking_no } = await read();
  for (const [outcome, status] of [
    ['pick_up', 'shipped'],
    ['deliver', 'delivered'],
  ]) {
    await press(tracking_no, outcome);
    await becomes(async () => (await read()).status, status, `the shipment after ${outcome}`, patience);
  }
  await becomes(async () => (await readOrder(into)).status, 'DLVR', 'the order is delivered', patience);
  const { money } = await readOrder(into);
  assert.deepEqual([money.paid, money.owed, money.refunded], ['860.00', '0.00', '0.00']);
}

/** The row of the return parcel on the open page says this. */
const says = (at, in_, { order }, key) =>
  returnParcel(at, in_, order).getByText(in_.returnParcels(key), { exact: true }).first().waitFor();

/** The return parcel is booked, and the open page has its number at the courier. */
async function isBooked(at, in_, of) {
  await dialog(at).waitFor({ state: 'detached' });
  await becomes(async () => (await readReturn(of)).state, 'booked', 'the return parcel is booked', patience);
  of.tracking = (await readReturn(of)).tracking_no;
  const row = returnParcel(at, in_, of.order);
  await row.getByText(of.tracking, { exact: true }).waitFor();
  // Once its courier has been read the row has the courier's first step in its place.
  const badge = (key) => row.getByText(in_.returnParcels(key), { exact: true });
  await badge('state.booked').or(badge('step.created')).waitFor();
}

/** The type and the state of the delivery in the courier's books. */
async function atCourier({ tracking }) {
  const deliveries = await (await fetch(`${bosta().url}/__simulator/deliveries`)).json();
  const { type, state } = deliveries.find(({ trackingNumber }) => String(trackingNumber) === tracking);
  return [type.code, state.code];
}

test('a store of Egypt that is connected to Bosta, with an order that was delivered', async () => {
  who = await merchant({
    mobile: '+966551089089',
    slug: 'courier-returns',
    store: 'قميص الدلتا',
    country: 'EG',
    currency: 'EGP',
  });
  await useBosta(who, { ar: 'بوسطة', en: 'Bosta' });
  shirt = await product(who, {
    name: { ar: 'قميص قطن', en: 'Cotton shirt' },
    regular_price: '400.00',
    qty: 50,
    weight_amount: '0.4',
    weight_unit: 'kg',
  });
  await delivered(desk, 'ar', 'سلمى حسن', '01098700001');
});

test('SP-02: a return parcel is booked from the order’s page, with the items that come back', async () => {
  page = await open({ storage: signedIn(who.session) });
  page.setDefaultTimeout(patience * 1000);
  await openOrder(page, desk.order.id);
  await button(shipments(page, w), w.returnParcels('book')).click();
  const pieces = dialog().getByLabel(w.returnParcels('quantityOf', { name: 'قميص قطن' }));
  await pieces.waitFor();
  // The only line begins with all of its pieces; without any there is nothing to book.
  assert.equal(await pieces.inputValue(), '2');
  await pieces.fill('0');
  await dialog().getByText(w.returnParcels('nothingChosen'), { exact: true }).waitFor();
  assert.equal(await button(dialog(), w.returnParcels('book')).isDisabled(), true);
  await inspect(page, 'booking a return parcel, nothing chosen');
  await pieces.fill('١');
  await dialog()
    .getByLabel(label(w.returnParcels('note')))
    .fill('الدور الثالث');
  await dialog().getByText('المعادي').waitFor();
  await inspect(page, 'booking a return parcel');
  await button(dialog(), w.returnParcels('book')).click();
  await isBooked(page, w, desk);
  await returnParcel(page, w, desk.order).getByText('الدور الثالث').waitFor();
  assert.deepEqual(await atCourier(desk), [25, 10]);
  assert.deepEqual((await readReturn(desk)).lines, [{ line: 1, quantity: 1 }]);
  await inspect(page, 'an order with a booked return parcel');
});

test('SP-02: the courier’s label of a return parcel is opened', async () => {
  const printed = page.waitForResponse((answer) => answer.url().includes('/courier-label'));
  await actOnReturn(page, w, desk.order, w.returnParcels('label.a6', { courier: iso('بوسطة') }));
  const answer = await printed;
  assert.equal(answer.status(), 200);
  assert.match(answer.headers()['content-type'], /application\/pdf/);
});

test('SP-04: the open page follows the courier from the customer’s door to the store', async () => {
  await press(desk.tracking, 'come');
  const row = returnParcel(page, w, desk.order);
  // The courier is on the way to the customer, who still has the goods.
  await becomes(async () => (await readReturn(desk)).step, 'created', 'the courier is on the way', patience);
  await button(row, w.returnParcels('updates')).click();
  const steps = row.getByRole('list', { name: w.returnParcels('updates') }).getByRole('listitem');
  await steps.first().getByText('جارٍ الاستلام من العميل').waitFor();
  const before = await steps.count();
  // The open list follows, the newest first.
  await press(desk.tracking, 'pick_up');
  await steps.first().getByText('استُلمت من العميل').waitFor();
  assert.equal(await steps.count(), before + 1);
  await says(page, w, desk, 'step.returning');
  // The courier has the goods: nobody calls it off any more, and its label is all that is left of the menu.
  assert.equal((await readReturn(desk)).can_cancel, false);
  await inspect(page, 'an order with a return parcel on its way');
  await press(desk.tracking, 'return');
  await says(page, w, desk, 'step.returned');
  await button(row, w.returnParcels('receive')).waitFor();
  const order = await readOrder(desk);
  assert.deepEqual([order.status, order.items[0].returned], ['DLVR', 0], 'a member takes the items back');
  await inspect(page, 'an order whose return parcel is back');
});

test('OR-06: the return starts with what came back, and its refund stands in the money', async () => {
  const row = returnParcel(page, w, desk.order);
  await button(row, w.returnParcels('receive')).click();
  const pieces = dialog().getByLabel(w.orderMoney('return.quantity', { name: iso('قميص قطن') }));
  await pieces.waitFor();
  assert.equal(await pieces.inputValue(), '1', 'the piece that came, of two that are left');
  // Damaged goods, the first reason of the list, stay out of stock unless the merchant puts them back.
  await dialog().getByText(w.orderMoney('return.restock'), { exact: true }).click();
  // The amount is on the button before it is pressed.
  const submit = dialog().getByRole('button', { name: /400\.00/ });
  await submit.waitFor();
  await inspect(page, 'the return of what a courier brought back');
  await submit.click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: w.orderMoney('returns.title') }).waitFor();
  // Nothing is left to be taken back, and the row says so by not asking any more.
  await button(row, w.returnParcels('receive')).waitFor({ state: 'detached' });
  const money = page.locator('section', {
    has: page.getByRole('heading', { name: w.orderMoney('title'), exact: true }),
  });
  await money
    .locator('dl > div')
    .filter({ hasText: w.orderMoney('refunded') })
    .getByText(/400\.00/)
    .waitFor();
  await button(money, w.orderMoney('entries.show')).click();
  await money.getByText(w.orderMoney('kind.refund'), { exact: true }).first().waitFor();
  const order = await readOrder(desk);
  assert.deepEqual([order.money.refunded, order.items[0].returned], ['400.00', 1]);
  assert.equal((await call('GET', `/products/${shirt.id}`, who)).qty, 49);
  // The other piece can still be sent back.
  await button(shipments(page, w), w.returnParcels('book')).waitFor();
  await inspect(page, 'an order whose return was recorded');
});

test('SP-02: on a phone in English a return parcel is booked and canceled', async () => {
  await delivered(narrow, 'en', 'Nadia Fouad', '01198700002');
  const small = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  small.setDefaultTimeout(patience * 1000);
  await openOrder(small, narrow.order.id);
  await button(shipments(small, en), en.returnParcels('book')).click();
  await dialog(small)
    .getByLabel(en.returnParcels('quantityOf', { name: 'Cotton shirt' }))
    .waitFor();
  await inspect(small, 'booking a return parcel, on a phone', { isInBothSkins: true });
  await button(dialog(small), en.returnParcels('book')).click();
  await isBooked(small, en, narrow);
  await inspect(small, 'an order with a booked return parcel, on a phone', { isInBothSkins: true });
  // All of it is spoken for.
  await button(shipments(small, en), en.returnParcels('book')).waitFor({ state: 'detached' });
  await actOnReturn(small, en, narrow.order, en.returnParcels('cancel'));
  const question = dialog(small);
  await question.getByText(en.returnParcels('cancel.text'), { exact: true }).waitFor();
  await inspect(small, 'canceling a return parcel, on a phone', { isInBothSkins: true });
  await button(question, en.returnParcels('cancel')).click();
  await question.waitFor({ state: 'detached' });
  await says(small, en, narrow, 'state.cancelled');
  await until('the courier does not come', async () => (await atCourier(narrow))[1] === 48, patience);
  // Its items can be booked again.
  await button(shipments(small, en), en.returnParcels('book')).waitFor();
  await inspect(small, 'an order with a canceled return parcel, on a phone', { isInBothSkins: true });
  assert.deepEqual((await readOrder(narrow)).money.refunded, '0.00');
  await small.context().close();
});

finishStory('courier-returns');
