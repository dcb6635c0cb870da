// A courier in the browser, at Bosta's simulator: its account, a method of it, a parcel that is booked, labelled, changed and fetched, and
// that follows the courier to the door; on the desk in Arabic, on a phone in English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { act, bosta, connect, parcel, press, shipments } from './pages/courier.js';
import { openOrder } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
const en = words('en');
let who, page, shirt;
/** The parcel of each language: its order, the shopper's address, and its number at the courier. */
const desk = {};
const narrow = {};

const dialog = (at = page) => at.getByRole('dialog');
const button = (at, name) => at.getByRole('button', { name, exact: true });
const named = (name) => `\u2068${name}\u2069`;
const readOrder = ({ order }) => call('GET', `/orders/${order.id}`, who);
const readParcel = async ({ order }) => (await call('GET', `/orders/${order.id}/shipments`, who)).shipments[0];

/** An order by a method of the courier; Cairo alone is not enough for it: it wants the district. */
async function placed(into, language, name, mobile, district) {
  const address = { receive: 'courier', country: 'EG', city: 'القاهرة', street: '12 شارع النيل', district };
  const method = language === 'ar' ? 'بوسطة إلى الباب' : 'Bosta to the door';
  const path = await placeOrder(who.shop, { product: shirt, name, mobile, language, delivery: method, ...address });
  into.order = (await call('GET', '/orders?per_page=1&sort=-number', who))[0];
  into.page = `${who.shop}${path}`;
}

/** Another key of the store's account, as its merchant saves it. */
async function setKey(api_key) {
  const { version } = (await call('GET', '/courier-accounts', who)).find(({ provider }) => provider === 'BOSTA');
  await call('PUT', '/courier-accounts/BOSTA', { ...who, body: { fields: { api_key }, version } });
}

/** The simulator does this, and the parcel on the open page shows what follows. */
async function follows(at, in_, parcelOf, outcome, status) {
  await press(parcelOf.tracking, outcome);
  await parcel(at, in_, parcelOf.order)
    .getByText(in_.shipments(`status.${status}`), { exact: true })
    .first()
    .waitFor();
}

test('SP-01: Bosta is connected in the settings, and a wrong key is told', async () => {
  who = await merchant({
    mobile: '+966551088088',
    slug: 'couriers',
    store: 'قميص النيل',
    country: 'EG',
    currency: 'EGP',
  });
  shirt = await product(who, {
    name: { ar: 'قميص قطن', en: 'Cotton shirt' },
    regular_price: '400.00',
    qty: 50,
    weight_amount: '0.4',
    weight_unit: 'kg',
  });
  page = await open({ storage: signedIn(who.session) });
  // Who has no account is led to connect one.
  await page.goto(`${base}/couriers/BOSTA/pickups`);
  await page.getByRole('heading', { name: w.courierPickups('notConnected', { courier: named('بوسطة') }) }).waitFor();
  await inspect(page, 'pickups, not connected');
  await page.getByRole('link', { name: w.courierPickups('connect'), exact: true }).click();
  page.expected.push('409 /dashboard/v1/couriers/BOSTA/pickup-locations');
  await connect(page, w, who, { api_key: 'a-key-that-nobody-was-given-0000' });
  await dialog().getByRole('status').getByText(w.courierAccounts('state.unauthorised'), { exact: true }).waitFor();
  await inspect(page, 'settings, a courier with a wrong key', { isInBothSkins: true });
  await connect(page, w, who);
  await dialog().getByRole('status').getByText(w.courierAccounts('state.connected'), { exact: true }).waitFor();
  const place = dialog().getByRole('combobox').last();
  await until('the courier’s places', async () => !(await place.isDisabled()));
  await place.click();
  await page.getByRole('option', { name: label('مخزن المعادي') }).click();
  await button(dialog(), w.shared('save')).click();
  await until('the place is kept', async () => {
    const accounts = await call('GET', '/courier-accounts', who);
    return Object.keys(accounts.find(({ provider }) => provider === 'BOSTA').pickup_locations).length === 1;
  });
  await button(dialog(), w.credentials('connect.test')).click();
  await dialog().getByRole('status').getByText(w.courierAccounts('state.connected'), { exact: true }).waitFor();
  await inspect(page, 'settings, a courier that is connected', { isInBothSkins: true });
});

test('SP-01: a method of the courier for cities that it knows; the others are told', async () => {
  await page.goto(`${base}/shipping-settings`);
  await button(page, w.shipping('add')).first().click();
  await page.getByRole('menuitem', { name: 'بوسطة', exact: true }).click();
  await dialog()
    .getByLabel(label(w.shipping('name')))
    .first()
    .fill('بوسطة إلى الباب');
  await dialog()
    .getByLabel(label(w.shipping('cost')))
    .fill('60');
  const cities = dialog().getByRole('combobox', { name: label(w.courierMethod('cities')) });
  await until('the courier’s table of cities', async () => {
    return (await call('GET', '/couriers/BOSTA/cities', who)).length > 0;
  });
  await cities.fill('القاهرة');
  await page.getByRole('option', { name: label('القاهر') }).click();
  await cities.fill('جدة');
  await cities.press('Enter');
  await dialog()
    .getByText(w.courierMethod('unknownCities', { count: 1, names: named('جدة') }))
    .waitFor();
  // The list of cities closes.
  await page.keyboard.press('Tab');
  await inspect(page, 'settings, a courier’s method');
  await cities.press('Backspace');
  await dialog()
    .getByLabel(label(w.courierMethod('processing_days')))
    .fill('1');
  await dialog()
    .getByLabel(label(w.courierMethod('delivery_days_min')))
    .fill('1');
  await dialog()
    .getByLabel(label(w.courierMethod('delivery_days_max')))
    .fill('3');
  await dialog().getByText('يصلك خلال 2 إلى 4 أيام').waitFor();
  await button(dialog(), w.shipping('add')).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('بوسطة إلى الباب').first().waitFor();
  await inspect(page, 'settings, shipping with couriers', { isInBothSkins: true });
  const method = (await call('GET', '/shipping-methods', who)).find(({ provider }) => provider === 'BOSTA');
  assert.deepEqual([method.is_active, method.unknown_cities, method.cities.length], [true, [], 1]);
  const name = { ar: 'بوسطة إلى الباب', en: 'Bosta to the door' };
  await call('PUT', `/shipping-methods/${method.id}`, { ...who, body: { name, version: method.version } });
});

test('OR-06: what the courier would refuse is told before it is asked, what it refuses is corrected, and then booked', async () => {
  await placed(desk, 'ar', 'هدى منصور', '01012345678', '');
  await openOrder(page, desk.order.id);
  await button(shipments(page, w), w.shipments('create')).click();
  await dialog()
    .getByLabel(label(w.courierShipments('description')))
    .fill('قمصان');
  await inspect(page, 'a new shipment by a courier');
  // The courier's table of cities tells that the district is missing.
  page.expected.push(`422 /dashboard/v1/orders/${desk.order.id}/shipments`);
  await button(dialog(), w.shipments('shipAnyway')).click();
  await dialog().locator('[data-translated=address]').getByRole('alert').waitFor();
  await inspect(page, 'a new shipment to a district that the courier does not know', { isInBothSkins: true });
  await button(dialog(), w.courierShipments('address.edit')).click();
  // The courier's own districts of the city: found by the other language too, and chosen by the keyboard.
  const district = page.getByRole('combobox', { name: label(w.address('field.district')) });
  const address = page.getByRole('dialog').filter({ has: district });
  const offered = page.getByRole('option', { name: 'المعادي', exact: true });
  await district.click();
  await offered.waitFor();
  await district.fill('maadi');
  await offered.waitFor();
  await district.press('ArrowDown');
  await district.press('Enter');
  await offered.waitFor({ state: 'hidden' });
  assert.equal(await district.inputValue(), 'المعادي');
  await inspect(page, 'an address with the districts of a courier', { isInBothSkins: true });
  await button(address, w.shared('save')).click();
  await address.waitFor({ state: 'detached' });
  await dialog().locator('[data-translated=address]').getByText('المعادي').waitFor();
  // The courier itself refuses what comes next: the store's key ended. A fault ordered at the simulator could meet another story.
  await setKey('a-key-that-ended-meanwhile-00000');
  await button(dialog(), w.shipments('shipAnyway')).click();
  await dialog().waitFor({ state: 'detached' });
  const card = parcel(page, w, desk.order);
  await card.getByText(w.shipments('booking.failed'), { exact: true }).waitFor();
  // What is not booked does not leave.
  await button(page, w.nextStatus('next.SHPD')).waitFor({ state: 'detached' });
  await inspect(page, 'an order whose parcel was refused', { isInBothSkins: true });
  await setKey(bosta().credentials.api_key);
  await button(card, w.shipments('edit')).click();
  await dialog()
    .getByLabel(label(w.shipments('note')))
    .fill('الدور الأول');
  await inspect(page, 'a refused parcel, correcting', { isInBothSkins: true });
  await button(dialog(), w.shipments('edit.rebook')).click();
  await dialog().waitFor({ state: 'detached' });
  await card.getByText(w.shipments('booking.booked'), { exact: true }).waitFor();
  const booked = await readParcel(desk);
  desk.tracking = booked.tracking_no;
  await card.getByText(desk.tracking, { exact: true }).waitFor();
  assert.deepEqual([booked.booking.state, booked.cod_amount], ['booked', '460.00']);
  await button(page, w.nextStatus('next.SHPD')).waitFor();
  await inspect(page, 'an order with a booked parcel', { isInBothSkins: true });
});

test('OR-06: the courier’s own label is opened, and the courier is asked for a change', async () => {
  const printed = page.waitForResponse((answer) => answer.url().includes('/courier-label'));
  await act(page, w, desk.order, w.shipments('courierLabel.a6', { courier: named('بوسطة') }));
  const answer = await printed;
  assert.equal(answer.status(), 200);
  assert.match(answer.headers()['content-type'], /application\/pdf/);
  await act(page, w, desk.order, w.shipments('edit'));
  await dialog()
    .getByText(w.courierShipments('booked.text', { courier: named('بوسطة') }))
    .waitFor();
  await dialog()
    .getByLabel(label(w.shipments('note')))
    .fill('الدور الثاني');
  await inspect(page, 'a booked parcel, editing', { isInBothSkins: true });
  await button(dialog(), w.shared('save')).click();
  await dialog().waitFor({ state: 'detached' });
  await parcel(page, w, desk.order).getByText('الدور الثاني').waitFor();
  await until('the courier has confirmed it', async () => (await readParcel(desk)).pending_change === null);
  const deliveries = await (await fetch(`${bosta().url}/__simulator/deliveries`)).json();
  assert.equal(deliveries.filter((one) => String(one.trackingNumber) === desk.tracking).length, 1);
});

test('SP-02: a pickup is asked for, and the courier confirms it', async () => {
  await page
    .getByRole('navigation', { name: w.app('nav.label') })
    .getByRole('link', { name: w.titles('courierPickups'), exact: true })
    .click();
  await page.getByRole('heading', { name: w.courierPickups('empty') }).waitFor();
  await inspect(page, 'pickups, none');
  await page.getByRole('link', { name: w.courierPickups('request'), exact: true }).click();
  await dialog().getByText(`#${desk.order.number}-1`).waitFor();
  await dialog()
    .getByLabel(label(w.courierPickups('contact.phone')))
    .fill('01112345678');
  await inspect(page, 'asking for a pickup', { isInBothSkins: true });
  await button(dialog(), w.courierPickups('request.submit', { count: 1 })).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(w.courierPickups('state.requested'), { exact: true }).waitFor();
  await inspect(page, 'pickups', { isInBothSkins: true });
});

test('SP-04: the parcel follows the courier to the door, and its cash is with the courier', async () => {
  await openOrder(page, desk.order.id);
  await follows(page, w, desk, 'pick_up', 'shipped');
  await follows(page, w, desk, 'out_for_delivery', 'out_for_delivery');
  await button(parcel(page, w, desk.order), w.shipments('courierUpdates')).click();
  const steps = page.getByRole('list', { name: w.courierShipments('track') }).getByRole('listitem');
  await steps.first().waitFor();
  const before = await steps.count();
  await follows(page, w, desk, 'deliver', 'delivered');
  // The open list follows, too.
  await until('the last step', async () => (await steps.count()) > before);
  await inspect(page, 'an order that its courier delivered', { isInBothSkins: true });
  await becomes(async () => (await readOrder(desk)).status, 'DLVR', 'the order is delivered');
  const order = await readOrder(desk);
  assert.deepEqual([order.payment_status, order.money.owed], ['paid', '0.00']);
  const entries = await call('GET', `/orders/${desk.order.id}/entries`, who);
  assert.equal(entries.filter(({ kind }) => kind === 'payment').length, 1);
  await page.goto(`${base}/courier-cash`);
  await page.getByRole('heading', { name: w.courierCash('couriers') }).waitFor();
  const { total } = await call('GET', '/courier-cash', who);
  assert.deepEqual([total.shipments, total.amount], [1, '460.00']);
  const shopper = await open({ viewport: phone });
  await shopper.goto(desk.page);
  await shopper.getByText(w.shop('ship.courier_steps'), { exact: true }).waitFor();
  await shopper.locator('.ship__steps li').first().getByText('تم التسليم').waitFor();
  await inspect(shopper, 'shop, an order with its courier’s steps');
  await shopper.context().close();
});

test('OR-06, SP-04: on a phone in English a parcel is booked, and refused at the door', async () => {
  await placed(narrow, 'en', 'Mona Ali', '01112345678', 'المعادي');
  const small = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await openOrder(small, narrow.order.id);
  await button(shipments(small, en), en.shipments('create')).click();
  await dialog(small).locator('[data-translated=address]').getByText('Mona Ali').waitFor();
  await inspect(small, 'a new shipment by a courier, on a phone', { isInBothSkins: true });
  await button(dialog(small), en.shipments('shipAnyway')).click();
  await parcel(small, en, narrow.order).getByText(en.shipments('booking.booked'), { exact: true }).waitFor();
  narrow.tracking = (await readParcel(narrow)).tracking_no;
  // The courier comes once a day: the second request for it is refused, in our words and its own.
  await small.goto(`${base}/couriers/BOSTA/pickups/new`);
  await dialog(small)
    .getByLabel(label(en.courierPickups('contact.phone')))
    .fill('01112345678');
  await button(dialog(small), en.courierPickups('request.submit', { count: 1 })).click();
  await small.getByText(en.courierPickups('state.refused'), { exact: true }).waitFor();
  await inspect(small, 'pickups, one refused, on a phone', { isInBothSkins: true });
  await openOrder(small, narrow.order.id);
  await follows(small, en, narrow, 'out_for_delivery', 'out_for_delivery');
  await follows(small, en, narrow, 'refuse', 'refused');
  await button(parcel(small, en, narrow.order), en.shipments('courierUpdates')).click();
  await small.getByRole('list', { name: en.courierShipments('track') }).waitFor();
  await inspect(small, 'an order that came back with its courier, on a phone', { isInBothSkins: true });
  await becomes(async () => (await readOrder(narrow)).status, 'RFSD', 'the order is refused');
  const shopper = await open({ language: 'en', viewport: phone });
  await shopper.goto(narrow.page);
  await shopper.getByText(en.shop('ship.courier_steps'), { exact: true }).waitFor();
  await inspect(shopper, 'shop, an order with its courier’s steps');
  await shopper.context().close();
  await small.context().close();
});

finishStory('couriers');
