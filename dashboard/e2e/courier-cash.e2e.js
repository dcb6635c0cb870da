// OR-06, SP-04: what couriers owe; a remittance sheet is mapped, checked, posted, claimed and undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { desk, finishStory, inspect, open, phone, resize, settle } from './harness.js';
import { label, words } from './words.js';

const courier = 'سريع للشحن';
const people = [
  ['سارة القحطاني', '0501112222'],
  ['خالد الحربي', '0501113333'],
  ['نوف العتيبي', '0501114444'],
];
const languages = ['ar', 'en'];
let who, page, claim;
/** The delivered shipments with their orders, in the order of their waybills. */
const parcels = [];
const w = words('ar');

const cash = async () => (await call('GET', '/courier-cash', who)).total;
const paymentStatus = async ({ order }) => (await call('GET', `/orders/${order.id}`, who)).payment_status;
const plus = (amount, n) => (Number(amount) + n).toFixed(2);
const csv = (name, lines) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
const button = (at, name) => at.getByRole('button', { name, exact: true });
const verdict = (at, in_, code) =>
  at
    .getByRole('list', { name: in_.courierCash('verdicts.title') })
    .getByRole('button', { name: label(in_.courierCash(`v.${code}`)) });

/** In both languages, on the desk and on a phone. */
async function inspectAll(path, name, ready) {
  for (const language of languages) {
    const other = await open({ language, storage: signedIn(who.session) });
    await other.goto(`${base}${path}`);
    await ready(other, words(language));
    await inspect(other, name, { isInBothSkins: true });
    await resize(other, phone);
    await other.reload();
    await ready(other, words(language));
    await inspect(other, name, { isInBothSkins: true });
    await other.context().close();
  }
}

/** Uploads a sheet and says what it is of; ends on the page of its settlement. */
async function begin(at, in_, file, { total, of = courier } = {}) {
  await at.goto(`${base}/courier-cash/import`);
  const [chooser] = await Promise.all([
    at.waitForEvent('filechooser'),
    at.getByRole('button', { name: label(in_.courierCash('drop')) }).click(),
  ]);
  await chooser.setFiles(file);
  await button(at, in_.courierCash('otherFile')).waitFor();
  await at.getByRole('combobox', { name: label(in_.courierCash('f.courier')) }).fill(of);
  await at.keyboard.press('Escape');
  if (total) await at.getByLabel(label(in_.courierCash('f.total'))).fill(total);
  await button(at, in_.courierCash('continue')).click();
  await at.waitForURL(/\/courier-cash\/settlements\/stl_/);
  await at.getByRole('heading', { name: in_.courierCash('map.title') }).waitFor();
}

const stage = (at, in_, name) =>
  at
    .locator('h1')
    .locator('xpath=..')
    .getByText(in_.courierCash(`stage.${name}`), { exact: true });

/** The answer to the question that an act asks. */
async function confirm(at, title, name) {
  const dialog = at.getByRole('dialog', { name: title });
  await button(dialog, name).click();
}

test('OR-06: a store without cash with couriers is told what comes next', async () => {
  who = await merchant({ mobile: '+966551071071', slug: 'courier-cash', store: 'بيت البخور' });
  await inspectAll('/courier-cash', 'courier cash, none', (at, in_) =>
    at.getByRole('heading', { name: in_.courierCash('empty') }).waitFor(),
  );
  await inspectAll('/courier-cash/settlements', 'settlements, none', (at, in_) =>
    at.getByRole('heading', { name: in_.courierCash('settlements.empty') }).waitFor(),
  );
});

test('SP-04: delivered cash is with its courier, by age, and leads to its orders', async () => {
  const incense = await product(who, { name: { ar: 'بخور', en: 'Incense' }, regular_price: '100.00', qty: 50 });
  const method = { provider: 'CUSTOM', name: { ar: 'توصيل', en: 'Courier' }, is_active: true, is_cod_allowed: true };
  const cost = { is_fixed_cost: true, fixed_cost: '20.00', note: {}, countries: [], cities: [] };
  await call('POST', '/shipping-methods', { ...who, body: { ...method, ...cost } });
  for (const [at, [name, mobile]] of people.entries()) {
    const address = { receive: 'courier', city: 'الرياض', street: 'شارع العليا', delivery: 'توصيل' };
    await placeOrder(who.shop, { product: incense, name, mobile, ...address });
    const [order] = await call('GET', '/orders?per_page=1', who);
    const waybill = { courier_name: courier, tracking_no: `SR-000${at + 1}` };
    await call('POST', `/orders/${order.id}/shipments`, { ...who, body: { without_confirmation: true, waybill } });
    const [shipment] = (await call('GET', `/orders/${order.id}/shipments`, who)).shipments;
    for (const status of ['shipped', 'delivered'])
      await call('PUT', `/shipments/${shipment.id}/status`, { ...who, body: { status } });
    parcels.push({ order, waybill: waybill.tracking_no, cash: shipment.cod_amount });
  }
  assert.equal((await cash()).shipments, people.length);
  await inspectAll('/courier-cash', 'courier cash', (at, in_) =>
    at.getByRole('heading', { name: in_.courierCash('couriers') }).waitFor(),
  );
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/courier-cash`);
  const ageing = page.getByRole('table', { name: w.courierCash('couriers') });
  // The youngest age: the shipments below are those of it.
  await ageing.getByRole('link').first().click();
  await page.waitForURL(/bucket=0_7/);
  const rows = page.getByRole('table', { name: w.courierCash('list') }).locator('tbody tr[data-row]');
  await becomes(() => rows.count(), people.length, 'the shipments of the age');
  await page.getByRole('searchbox').fill('sr-0002');
  await becomes(() => rows.count(), 1, 'the shipment of the waybill');
  await rows.first().getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/orders/view/${parcels[1].order.id}`));
});

test('OR-06: a sheet with unknown headers is mapped, and each row has a verdict with its reason', async () => {
  const [first, second, third] = parcels;
  const lines = [
    'الرمز,قبضنا,خصمنا,لكم',
    `${first.waybill},${first.cash},15.00,${plus(first.cash, -15)}`,
    `${second.waybill},${plus(second.cash, -30)},15.00,${plus(second.cash, -45)}`,
    `${first.waybill},${first.cash},15.00,${plus(first.cash, -15)}`,
    'ZZ-404,50.00,15.00,35.00',
    `${third.waybill},مئة,15.00,`,
  ];
  const net = 2 * Number(plus(first.cash, -15)) + Number(plus(second.cash, -45)) + 35;
  await page.goto(`${base}/courier-cash/import`);
  // Nothing is sent without a sheet and a courier, and both are named.
  await button(page, w.courierCash('continue')).click();
  await page.getByText(w.courierCash('needSheet')).waitFor();
  await inspect(page, 'courier sheet, nothing entered');
  await begin(page, w, csv('kashf.csv', lines), { total: net.toFixed(2) });
  await inspect(page, 'settlement, columns', { isInBothSkins: true });
  const { fields } = await call('GET', `/courier-sheets/${await sheetOf(page)}`, who);
  page.expected.push(`422 /dashboard/v1/courier-sheets/${await sheetOf(page)}/mapping`);
  for (const [column, code] of [
    ['الرمز', 'waybill'],
    ['قبضنا', 'collected'],
    ['خصمنا', 'fee'],
    ['لكم', 'net'],
  ]) {
    const field = page.getByRole('combobox', { name: w.fileImport('map.fieldOf', { column }), exact: true });
    const text = fields.find((one) => one.code === code).label;
    await field.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    await field.click();
    await field.fill(text);
    await page.getByRole('option', { name: text, exact: true }).dispatchEvent('click');
    await settle(page);
    await becomes(() => field.inputValue(), text);
  }
  await button(page, w.courierCash('check')).click();
  await stage(page, w, 'checked').waitFor();
  for (const [code, rows] of [
    ['paid', '1'],
    ['short', '1'],
    ['twice', '1'],
    ['not_ours', '1'],
  ])
    await verdict(page, w, code).getByText(rows, { exact: true }).waitFor();
  await page.getByText(w.courierCash('v.not_ours.text')).waitFor();
  // The sum of the rows, and what the bank received.
  await page.getByText(w.courierCash('proof.yes')).waitFor();
  await page.getByRole('heading', { name: w.courierCash('unread.title', { count: 1 }) }).waitFor();
  assert.equal(await paymentStatus(first), 'not_paid', 'a check books nothing');
  const rows = page.getByRole('table', { name: w.courierCash('rows.label') }).locator('tbody tr[data-row]');
  await becomes(() => rows.count(), 4);
  // By keyboard: the filter is a button.
  await verdict(page, w, 'short').focus();
  await page.keyboard.press('Enter');
  await becomes(() => rows.count(), 1);
  await rows.getByText('30.00').waitFor();
  await page.waitForURL(/verdict=short/);
  const address = new URL(page.url()).pathname;
  await inspectAll(address, 'settlement, checked', (at, in_) => verdict(at, in_, 'short').waitFor());
});

const sheetOf = async (at) =>
  (await call('GET', `/courier-settlements/${new URL(at.url()).pathname.split('/').at(-1)}`, who)).sheet_id;

test('OR-06: a wrong total is told, and the rows are judged again after a change', async () => {
  const edit = async (total, mark) => {
    await button(page, w.courierCash('edit')).click();
    const dialog = page.getByRole('dialog', { name: w.courierCash('editTitle') });
    const field = dialog.getByLabel(label(w.courierCash('f.total')));
    const before = await field.inputValue();
    await field.fill(total ?? before);
    await inspect(page, 'settlement, editing');
    await field.fill(total);
    await button(dialog, w.shared('save')).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(w.courierCash(mark)).waitFor();
    await stage(page, w, 'checked').waitFor();
    return before;
  };
  const right = await edit('1.00', 'proof.no');
  await page.getByText(w.courierCash('proof.less')).waitFor();
  await edit(right, 'proof.yes');
});

test('OR-05: posting books the payments, once, and the claim names what is missing', async () => {
  const [first, second, third] = parcels;
  await button(page, w.courierCash('post', { count: 2 })).click();
  await confirm(page, w.courierCash('postTitle', { count: 2 }), w.courierCash('post', { count: 2 }));
  await stage(page, w, 'posted').waitFor();
  assert.deepEqual([await paymentStatus(first), await paymentStatus(third)], ['paid', 'not_paid']);
  // What the second lacks, and the third, whose row could not be read.
  assert.equal((await cash()).amount, plus(third.cash, 30));
  await inspectAll(new URL(page.url()).pathname, 'settlement, posted', (at, in_) => stage(at, in_, 'posted').waitFor());
  await button(page, w.courierCash('claimOf')).click();
  const dialog = page.getByRole('dialog', { name: w.courierClaim('title') });
  await inspect(page, 'claim file', { isInBothSkins: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, w.exports('start')).click()]);
  assert.match(download.suggestedFilename(), /\.xlsx$/);
  claim = await download.path();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const missing = await call('GET', `/orders/${second.order.id}`, who);
  assert.notEqual(missing.payment_status, 'paid');
});

test('OR-06: an XLSX sheet is imported on a phone, in English, with known headers', async () => {
  const en = words('en');
  const narrow = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await narrow.goto(`${base}/courier-cash/import`);
  await narrow.getByRole('heading', { name: en.courierCash('new.title') }).waitFor();
  await inspect(narrow, 'courier sheet, on a phone');
  const { readFileSync } = await import('node:fs');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await begin(narrow, en, { name: 'claim.xlsx', mimeType, buffer: readFileSync(claim) });
  await button(narrow, en.courierCash('check')).click();
  await stage(narrow, en, 'checked').waitFor();
  // The claim has the whole amount of the one that lacks 30: more than is due.
  await verdict(narrow, en, 'over').waitFor();
  await verdict(narrow, en, 'paid').waitFor();
  await inspect(narrow, 'settlement, on a phone', { isInBothSkins: true });
  await narrow.context().close();
});

test('OR-05: the undo asks, and restores orders and cash; the columns are remembered', async () => {
  const [first] = parcels;
  await button(page, w.courierCash('undo')).click();
  await confirm(page, w.courierCash('undoTitle'), w.courierCash('undo'));
  await stage(page, w, 'undone').waitFor();
  assert.equal(await paymentStatus(first), 'not_paid');
  assert.equal((await cash()).shipments, people.length);
  await becomes(() => button(page, w.courierCash('undo')).count(), 0);
  await inspect(page, 'settlement, undone', { isInBothSkins: true });
  await begin(page, w, csv('again.csv', ['الرمز,قبضنا,خصمنا,لكم', `${first.waybill},${first.cash},15.00,`]));
  await page.getByText(w.fileImport('map.remembered')).waitFor();
  await button(page, w.courierCash('check')).click();
  await verdict(page, w, 'paid').waitFor();
  await inspectAll('/courier-cash/settlements', 'settlements', (at, in_) =>
    at.getByText(in_.courierCash('state.undone')).last().waitFor(),
  );
});

test('OR-06: what is no sheet is refused with its reason', async () => {
  await resize(page, desk);
  await page.goto(`${base}/courier-cash/import`);
  page.expected.push('422 /dashboard/v1/courier-sheets');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: label(w.courierCash('drop')) }).click(),
  ]);
  await chooser.setFiles(csv('cut.csv', ['"AWB']));
  await page.getByRole('alert').filter({ hasText: 'cut.csv' }).waitFor();
  await inspect(page, 'courier sheet, refused');
  await until('no settlement more', async () => (await call('GET', '/courier-settlements', who)).length === 3);
});

finishStory('courier-cash');
