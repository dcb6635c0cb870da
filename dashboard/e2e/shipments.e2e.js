// A merchant ships an order in two parts; the shopper tracks them; a pickup is handed over; many orders in bulk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { orderRow } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, coffee, order, address;

const sara = {
  name: 'سارة القحطاني',
  mobile: '0501112222',
  receive: 'courier',
  city: 'الرياض',
  street: 'شارع العليا',
  delivery: 'توصيل',
};
const createOrder = async (fields) => {
  const path = await placeOrder(who.shop, { product: coffee, ...fields });
  return { path, row: (await call('GET', '/orders?per_page=1', who))[0] };
};
const readShipments = (id = order.id) => call('GET', `/orders/${id}/shipments`, who);
const status = async (id = order.id) => (await call('GET', `/orders/${id}`, who)).status;
const dialog = () => page.getByRole('dialog');
const card = () =>
  page.locator('section', { has: page.getByRole('heading', { name: w.shipments('title'), exact: true }) });
const parcel = (n) =>
  card()
    .getByRole('listitem')
    .filter({ hasText: `#${order.number}-${n}` });

test('a store with an order of three', async () => {
  who = await merchant({ mobile: '+966551017017', slug: 'shipments', store: 'محمصة الحي' });
  coffee = await product(who, {
    name: { ar: 'قهوة', en: 'Coffee' },
    regular_price: '45.00',
    qty: 50,
    weight_amount: '0.25',
    weight_unit: 'kg',
  });
  const method = { provider: 'CUSTOM', name: { ar: 'توصيل', en: 'Courier' }, is_active: true, is_cod_allowed: true };
  const cost = { is_fixed_cost: true, fixed_cost: '20.00', note: {}, countries: [], cities: [] };
  await call('POST', '/shipping-methods', { ...who, body: { ...method, ...cost } });
  const placement = await createOrder({ ...sara, quantity: 3 });
  [order, address] = [placement.row, placement.path];
  page = await open({ storage: signedIn(who.session) });
});

test('OR-06: a part is shipped with its waybill, and partly shipped is told', async () => {
  await page.goto(`${base}/orders/view/${order.id}`);
  await until('a tab that names the order', async () => (await page.title()).includes(`#${order.number}`));
  await card()
    .getByRole('button', { name: w.shipments('create'), exact: true })
    .click();
  await dialog()
    .getByLabel(label(w.shipments('quantityOf', { name: 'قهوة' })))
    .fill('٢');
  await dialog()
    .getByLabel(label(w.shipments('courier')))
    .fill('مندوب المدينة');
  await dialog()
    .getByLabel(label(w.shipments('tracking_no')))
    .fill('EP123456789EG');
  await dialog()
    .getByLabel(label(w.shipments('tracking_url')))
    .fill('javascript:alert(1)');
  // The order is not confirmed yet: the dialog says so, and the button says what it does then.
  await dialog().getByText(w.shipments('waits'), { exact: true }).waitFor();
  assert.equal(
    await dialog()
      .getByRole('link', { name: w.shipments('toDesk') })
      .getAttribute('href'),
    '/orders/confirm',
  );
  await inspect(page, 'a new shipment');
  // The form is taller than a window of 900 px: its buttons stay at the dialog's edge at any scroll position.
  const ship = dialog().getByRole('button', { name: w.shipments('shipAnyway'), exact: true });
  for (const top of [0, 10_000]) {
    await dialog().evaluate((element, y) => element.scrollTo(0, y), top);
    const box = await ship.boundingBox();
    const window = await dialog().boundingBox();
    const room = window.y + window.height - box.y - box.height;
    assert.ok(Math.abs(room - 16) < 2, `the button ends ${room} px above the edge of the dialog`);
  }
  page.expected.push(`422 /dashboard/v1/orders/${order.id}/shipments`);
  await dialog()
    .getByRole('button', { name: w.shipments('shipAnyway'), exact: true })
    .click();
  await dialog().getByText('https://', { exact: false }).first().waitFor();
  assert.equal((await readShipments()).shipments.length, 0);
  await dialog()
    .getByLabel(label(w.shipments('tracking_url')))
    .fill('https://courier.example/EP123456789EG');
  await dialog()
    .getByRole('button', { name: w.shipments('shipAnyway'), exact: true })
    .click();
  await page.getByText(w.shipments('create.done'), { exact: true }).waitFor();
  await parcel(1)
    .getByRole('button', { name: w.shipments('go.shipped'), exact: true })
    .click();
  await card().getByText(w.shipments('state.partly_shipped')).waitFor();
  const now = await readShipments();
  assert.equal(now.pieces.to_ship, 1);
  assert.equal(now.shipments[0].package_weight, 500);
  await until('the order is being prepared', async () => (await status()) === 'PRCS');
  await page.getByText(w.shipments('act.madeUnconfirmed', { number: `\u2066#${order.number}-1\u2069` })).waitFor();
  await inspect(page, 'an order that is partly shipped');
});

test('OR-06: the shopper follows the shipment on a phone, in both languages', async () => {
  for (const [prefix, language] of [
    ['', 'ar'],
    ['/en', 'en'],
  ]) {
    const shopper = await open({ language, viewport: phone });
    await shopper.goto(`${who.shop}${prefix}${address}`);
    await shopper.getByText('EP123456789EG').waitFor();
    const link = shopper.getByRole('link', { name: language === 'ar' ? 'تتبّع الشحنة' : 'Track the shipment' });
    assert.equal(await link.getAttribute('href'), 'https://courier.example/EP123456789EG');
    await inspect(shopper, `the order page of a shopper, ${language}`);
    await shopper.context().close();
  }
});

test('OR-06: the rest is shipped, and the order is delivered with its shipments', async () => {
  await card()
    .getByRole('button', { name: w.shipments('create'), exact: true })
    .click();
  await dialog()
    .getByRole('button', { name: w.shipments('create'), exact: true })
    .click();
  await parcel(2).waitFor();
  await until('the order is ready', async () => (await status()) === 'RDYS');
  // The last waiting shipment: its step is the order's own, and is offered there alone.
  await becomes(
    () =>
      parcel(2)
        .getByRole('button', { name: w.shipments('go.shipped'), exact: true })
        .count(),
    0,
  );
  await page.getByRole('button', { name: w.nextStatus('next.SHPD'), exact: true }).click();
  await until('the order is on its way', async () => (await status()) === 'SHPD');
  const shipments = (await readShipments()).shipments;
  for (const shipment of shipments) {
    await call('PUT', `/shipments/${shipment.id}/status`, { ...who, body: { status: 'delivered' } });
  }
  await until('the order is delivered', async () => (await status()) === 'DLVR');
  await card().getByText(w.shipments('state.shipped')).waitFor();
  await parcel(1)
    .getByRole('button', { name: w.shipments('history'), exact: true })
    .click();
  await parcel(1).getByText(w.shipments('status.shipped')).first().waitFor();
  await inspect(page, 'an order that is delivered');
});

test('OR-06: a pickup is handed over with the code that its customer reads', async () => {
  const placement = await createOrder({ name: 'خالد الحربي', mobile: '0557654321' });
  order = placement.row;
  await page.goto(`${base}/orders/view/${order.id}`);
  await card()
    .getByRole('button', { name: w.shipments('create'), exact: true })
    .click();
  await dialog().getByText(w.shipments('noAddress')).waitFor();
  await dialog()
    .getByRole('button', { name: w.shipments('shipAnyway'), exact: true })
    .click();
  await parcel(1).getByText(w.shipments('status.ready_for_pickup')).waitFor();
  const shopper = await open({ viewport: phone });
  await shopper.goto(`${who.shop}${placement.path}`);
  const code = (await shopper.locator('.ship__code').textContent()).trim();
  assert.match(code, /^\d{6}$/);
  await shopper.context().close();
  await page.getByRole('button', { name: w.nextStatus('next.DLVR.pickup'), exact: true }).click();
  const wrong = code === '000000' ? '000001' : '000000';
  const id = (await readShipments()).shipments[0].id;
  page.expected.push(`422 /dashboard/v1/shipments/${id}/status`);
  await dialog()
    .getByLabel(label(w.shipments('pickup.code')))
    .fill(wrong);
  await dialog()
    .getByRole('button', { name: w.shipments('pickup.run'), exact: true })
    .click();
  await dialog().getByText('رمز الاستلام غير صحيح.').waitFor();
  await inspect(page, 'handing a pickup over');
  await dialog()
    .getByLabel(label(w.shipments('pickup.code')))
    .fill(code);
  await dialog()
    .getByRole('button', { name: w.shipments('pickup.run'), exact: true })
    .click();
  await until('the order is delivered', async () => (await status()) === 'DLVR');
});

test('OR-01 OR-06: many orders are shipped at once; what could not be is told of each', async () => {
  const more = [await createOrder(sara), await createOrder({ ...sara, name: 'ليلى', mobile: '0533334444' })];
  await page.goto(`${base}/orders/list`);
  for (const { number } of [...more.map((m) => m.row), order]) {
    await orderRow(page, number).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: w.bulkShipments('ship'), exact: true }).click();
  await dialog().getByRole('button').last().click();
  // Two of them wait for confirmation: one question covers both.
  await dialog()
    .getByText(w.bulkShipmentOutcome('waits', { count: 2 }), { exact: true })
    .waitFor();
  await inspect(page, 'orders that wait for confirmation');
  await dialog()
    .getByRole('button', { name: w.bulkShipmentOutcome('shipAnyway'), exact: true })
    .click();
  await until('both are ready', async () => {
    const states = await Promise.all(more.map(({ row }) => status(row.id)));
    return states.every((state) => state === 'RDYS');
  });
  await page.getByText('لا يمكن إنشاء شحنات في حالة الطلب الحالية.').first().waitFor();
  await inspect(page, 'what became of each order');
  await page.keyboard.press('Escape');
});

test('OR-01: packing slips of many orders come as one print', async () => {
  await page.goto(`${base}/orders/list`);
  await orderRow(page, order.number).getByRole('checkbox').check();
  const printed = page.waitForResponse((answer) => answer.url().endsWith('/documents/print'));
  const bar = page.getByRole('region', { name: w.bulkBar('label') });
  await bar.getByRole('button').first().waitFor();
  // Once the bar is measured.
  await settle(page);
  const slips = { name: w.bulkShipments('slips'), exact: true };
  // Buttons that do not fit into the bar are in its menu.
  if ((await bar.getByRole('button', slips).count()) === 0) {
    await bar.getByRole('button', { name: w.shared('page.more'), exact: true }).click();
    await page.getByRole('menuitem', slips).click();
  } else {
    await bar.getByRole('button', slips).click();
  }
  assert.equal((await printed).status(), 200);
});

test('OR-05 OR-06: what a shipment collects follows a payment, and the activity says so', async () => {
  const { row } = await createOrder({ ...sara, name: 'نوف', mobile: '0544445555' });
  order = row;
  await call('POST', `/orders/${row.id}/shipments`, { ...who, body: { without_confirmation: true } });
  await page.goto(`${base}/orders/view/${row.id}`);
  await parcel(1).waitFor();
  await call('POST', `/orders/${row.id}/payments`, { ...who, body: { amount: '15.00' } });
  const [start] = w.shipments('act.collects', { number: `\u2066#${row.number}-1\u2069` }).split(/\{from\}|\{to\}/);
  await page.getByText(start.trim()).waitFor();
  await inspect(page, 'an order of which a part was paid after its waybill');
});

finishStory('shipments');
