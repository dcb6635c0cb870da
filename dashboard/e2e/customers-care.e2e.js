// Two records of one person in the browser: found as likely duplicates, compared, merged; the merged record's address
// redirects to the surviving one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
let who, page, survivorId, mergedId;

const dialog = () => page.getByRole('dialog');
const customer = (id) => call('GET', `/customers/${id}`, who);

test('a store with one person under two numbers', async () => {
  who = await merchant({ mobile: '+966551009021', slug: 'care', store: 'دار الرعاية' });
  const oud = await product(who, { name: { ar: 'عطر العود', en: 'Oud' }, regular_price: '250.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/customers/duplicates`);
  await page.getByText(w.customers('duplicates.none')).waitFor();
  for (const [name, mobile] of [
    ['نورة الشمري', '0557700001'],
    ['نوره الشمرى', '0557700002'],
  ])
    await placeOrder(who.shop, { product: oud, name, mobile, note: '' });
  const found = await call('GET', '/customers?sort=created_at', who);
  [survivorId, mergedId] = found.map((row) => row.id);
  for (const id of [survivorId, mergedId])
    await call('PUT', `/customers/${id}`, { ...who, body: { email: 'nora@example.com' } });
  await call('POST', `/customers/${mergedId}/notes`, { ...who, body: { text: 'تفضّل الاتصال مساءً' } });
  const consent = { channel: 'whatsapp', is_granted: false, source: 'phone' };
  await call('PUT', `/customers/${mergedId}/consents`, { ...who, body: consent });
});

test('CU-01: likely duplicates are found from the list and compared', async () => {
  await page.goto(`${base}/customers/list`);
  await page.getByText('نورة الشمري').first().waitFor();
  await page.getByRole('button', { name: w.shared('page.more') }).click();
  await page.getByRole('menuitem', { name: w.customers('duplicates') }).click();
  await page.getByRole('heading', { level: 1, name: w.customers('duplicates') }).waitFor();
  await page.getByText('نوره الشمرى').waitFor();
  await settle(page);
  await inspect(page, 'duplicates');
  await page.getByRole('link', { name: 'نورة الشمري' }).click();
  await page.getByText(w.customers('duplicates.likely')).waitFor();
  await page.getByRole('button', { name: w.customers('merge.open', { name: 'نوره الشمرى' }) }).click();
  await dialog().getByText(w.customerMerge('merge.final')).waitFor();
  await inspect(page, 'a merge, compared');
});

test('CU-01: the records become one, and the old link leads to it', async () => {
  await dialog()
    .getByRole('button', { name: w.customers('merge.act'), exact: true })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(w.customers('contacts'), { exact: true }).waitFor();
  await page
    .getByText(w.customers('act.merged', { name: '' }).trim())
    .first()
    .waitFor();
  const merged = await customer(survivorId);
  assert.equal(merged.orders_count, 2);
  assert.deepEqual(merged.contacts, [{ kind: 'mobile', value: '+966557700002' }]);
  assert.equal(merged.consents.find((c) => c.channel === 'whatsapp').is_granted, false);
  await settle(page);
  await inspect(page, 'a merged customer');
  await page.goto(`${base}/customers/view/${mergedId}`);
  await page.waitForURL(`**/customers/view/${survivorId}`);
  await page.getByRole('heading', { level: 1, name: 'نورة الشمري' }).waitFor();
});

test('CU-01: the list as a file', async () => {
  await page.goto(`${base}/customers/list`);
  await page.getByText('نورة الشمري').first().waitFor();
  await page.getByRole('button', { name: w.customers('export'), exact: true }).click();
  await dialog()
    .getByRole('button', { name: w.exports('start'), exact: true })
    .waitFor();
  await inspect(page, 'export of customers');
  await dialog().getByText('CSV', { exact: true }).click();
  const saved = page.waitForEvent('download');
  await dialog()
    .getByRole('button', { name: w.exports('start'), exact: true })
    .click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  assert.match(text, /نورة الشمري,'\+966557700001,nora@example.com/);
  await dialog().getByText(w.exports('ready')).waitFor();
});

test('CU-01: duplicates on a phone', async () => {
  await call('POST', '/customers', { ...who, body: { name: 'نورة', mobile: '0557700003', email: 'nora@example.com' } });
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/customers/duplicates`);
  await phonePage.getByText('نورة الشمري').first().waitFor();
  await inspect(phonePage, 'duplicates, phone');
  await phonePage.getByRole('button', { name: w.customers('merge.open', { name: 'نورة' }), exact: true }).click();
  await phonePage.getByRole('dialog').getByText(w.customerMerge('merge.final')).waitFor();
  await inspect(phonePage, 'a merge, phone');
});

finishStory('customers-care');
