// Personal data in the browser: the personal file, the blockers of an erasure, the erasure itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, customer, order;

const dialog = () => page.getByRole('dialog');
const act = async (name) => {
  await page.getByRole('button', { name: w.shared('page.more') }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await dialog().waitFor();
};

test('a store with one customer and their order', async () => {
  who = await merchant({ mobile: '+966551024024', slug: 'personal', store: 'دار الأمانة' });
  const oud = await product(who, { name: { ar: 'عطر العود', en: 'Oud' }, regular_price: '250.00', qty: 20 });
  await placeOrder(who.shop, {
    product: oud,
    name: 'سارة القحطاني',
    mobile: '0557702401',
    note: 'اتصلي بي قبل الوصول',
  });
  [customer] = await call('GET', '/customers', who);
  [order] = await call('GET', '/orders', who);
  await call('POST', `/customers/${customer.id}/notes`, { ...who, body: { text: 'تفضّل المساء' } });
  const consent = { channel: 'sms', is_granted: false, source: 'phone' };
  await call('PUT', `/customers/${customer.id}/consents`, { ...who, body: consent });
  page = await open({ storage: signedIn(who.session) });
});

test('CU-01: the customer’s file is made, and its fetching is counted', async () => {
  await page.goto(`${base}/customers/view/${customer.id}`);
  await page.getByRole('heading', { level: 1, name: 'سارة القحطاني' }).waitFor();
  await act(w.personal('export'));
  await dialog()
    .getByRole('button', { name: w.personalDialogs('export.make'), exact: true })
    .click();
  await dialog().getByText(w.personalDialogs('export.ready')).waitFor();
  await inspect(page, 'a person’s file');
  const saved = page.waitForEvent('download');
  await dialog()
    .getByRole('button', { name: w.personalDialogs('export.download'), exact: true })
    .click();
  const file = await saved;
  assert.match(file.suggestedFilename(), /^customer-data-\d{4}-\d{2}-\d{2}\.zip$/);
  assert.equal(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
  await dialog()
    .getByText(w.personalDialogs('export.downloads', { count: 1 }))
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('CU-01: an order on its way stands against the erasure and is named', async () => {
  await act(w.personal('erase'));
  await dialog().getByText(w.personalDialogs('erase.stopped')).waitFor();
  await dialog()
    .getByRole('link', { name: `#${order.number}` })
    .first()
    .waitFor();
  await inspect(page, 'an erasure that is stopped');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await call('PUT', `/orders/${order.id}/status`, { ...who, body: { status: 'CNCL' } });
});

test('CU-01: the person is erased once their name was typed', async () => {
  const rules = [[{ field: 'city', op: 'is', values: ['الرياض'] }]];
  const segmentBody = { name: 'هدايا سارة القحطاني', groups: rules };
  const segment = await call('POST', '/customer-segments', { ...who, body: segmentBody });
  await call('POST', '/order-views', { ...who, body: { name: 'طلبات سارة القحطاني', content: { query: {} } } });
  await act(w.personal('erase'));
  // Names that the team gave stay: the dialog links to them, and they are renamed first.
  const mentionText = w.personalDialogs('erase.mention.customer_segment', { name: `\u2068${segment.name}\u2069` });
  await dialog().getByText(w.personalDialogs('erase.mentions')).waitFor();
  await settle(page);
  await inspect(page, 'an erasure, words of the team');
  await dialog().getByRole('link', { name: mentionText }).click();
  await page.waitForURL(new RegExp(`/customers/segments/${segment.id}`));
  await call('PUT', `/customer-segments/${segment.id}`, { ...who, body: { name: 'هدايا العيد' } });
  await page.goto(`${base}/customers/view/${customer.id}`);
  await page.getByRole('heading', { level: 1, name: 'سارة القحطاني' }).waitFor();
  await act(w.personal('erase'));
  const confirmation = dialog().getByLabel(label(w.personalDialogs('erase.confirm')));
  await confirmation.waitFor();
  await settle(page);
  await inspect(page, 'an erasure, told');
  page.expected.push(`422 /dashboard/v1/customers/${customer.id}/erase`);
  // The change stream may report the erasure to the open page before its own answer arrives: one refetch then gets a
  // 404.
  page.expected.push(new RegExp(`^404 /dashboard/v1/customers/${customer.id}`));
  await confirmation.fill('نورة');
  const erase = dialog().getByRole('button', { name: w.personalDialogs('erase.act'), exact: true });
  await erase.click();
  await dialog().locator('[aria-invalid="true"]').waitFor();
  await confirmation.fill('ساره القحطانى');
  await erase.click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'عميل محذوف' }).waitFor();
  await page.getByText(w.personal('erased.text')).waitFor();
  await page.getByText(w.personal('act.erased')).first().waitFor();
  await becomes(() => page.getByText('القحطاني').count(), 0, 'the name is gone');
  await settle(page);
  await inspect(page, 'a customer who was erased');
  const erasedOrder = await call('GET', `/orders/${order.id}`, who);
  assert.deepEqual([erasedOrder.sender_name, erasedOrder.mobile, erasedOrder.note], ['عميل محذوف', '', '']);
  await page.goto(`${base}/orders/view/${order.id}`);
  await page.getByText('عميل محذوف').first().waitFor();
  await settle(page);
  await inspect(page, 'an order of nobody');
});

test('CU-01: a record without orders is gone, on a phone', async () => {
  const created = await call('POST', '/customers', { ...who, body: { name: 'هند', mobile: '0557702402' } });
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  // The change stream may report the erasure before the page is left: the refetch then gets a 404.
  phonePage.expected.push(new RegExp(`^404 /dashboard/v1/customers/${created.id}`));
  await phonePage.goto(`${base}/customers/view/${created.id}`);
  await phonePage.getByRole('heading', { level: 1, name: 'هند' }).waitFor();
  await phonePage.getByRole('button', { name: w.shared('page.more') }).click();
  await phonePage.getByRole('menuitem', { name: w.personal('erase'), exact: true }).click();
  const phoneDialog = phonePage.getByRole('dialog');
  await phoneDialog.getByLabel(label(w.personalDialogs('erase.confirm'))).fill('٠٥٥٧٧٠٢٤٠٢');
  await settle(phonePage);
  await inspect(phonePage, 'an erasure, phone');
  await phoneDialog.getByRole('button', { name: w.personalDialogs('erase.act'), exact: true }).click();
  await phonePage.waitForURL('**/customers/list');
  await until(
    'the record to be gone',
    async () => (await call('GET', '/customers?search=0557702402', who)).length === 0,
  );
});

finishStory('personal');
