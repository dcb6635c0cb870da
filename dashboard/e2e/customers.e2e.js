// A merchant's customers in the browser: created by hand, filtered, tagged in bulk, blocked and told so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, id, oud;

const dialog = () => page.getByRole('dialog');
const customer = () => call('GET', `/customers/${id}`, who);

test('a store with a perfume and no customers', async () => {
  who = await merchant({ mobile: '+966551009009', slug: 'people', store: 'دار الناس' });
  oud = await product(who, { name: { ar: 'عطر العود', en: 'Oud' }, regular_price: '250.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
});

test('CU-01: a customer is written down from the empty list', async () => {
  await page.goto(`${base}/customers/list`);
  await page.getByText(w.customers('empty')).waitFor();
  await inspect(page, 'customers, none');
  await page
    .getByRole('link', { name: w.customers('add') })
    .first()
    .click();
  await dialog()
    .getByLabel(label(w.customerForm('form.name')))
    .fill('نورة الشمري');
  await dialog()
    .getByLabel(label(w.customerForm('form.email')))
    .fill('Nora@Example.com');
  const tags = dialog().getByLabel(label(w.customers('tags')));
  await tags.fill('مهم');
  await tags.press('Enter');
  await inspect(page, 'a new customer');
  await dialog()
    .getByRole('button', { name: w.customers('add'), exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name: 'نورة الشمري' }).waitFor();
  id = new URL(page.url()).pathname.split('/').pop();
  assert.deepEqual((await customer()).tags, ['مهم']);
});

test('CU-01: what she said, a note and an address are kept on her page', async () => {
  await page.getByText(w.customers('consent.none')).waitFor();
  await page.getByRole('button', { name: w.customers('consent.record'), exact: true }).click();
  await dialog().getByLabel(w.customers('channel.whatsapp')).check();
  await dialog().getByLabel(w.customers('source.phone')).check();
  await inspect(page, 'what she said');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page
    .getByText(`${w.customers('source.phone')} ·`)
    .first()
    .waitFor();
  // What was answered has a row that is changed by itself; the others share a line.
  const change = w.customers('consent.change', { channel: w.customers('channel.whatsapp') });
  await page.getByRole('button', { name: change }).waitFor();
  const others = ['sms', 'email', 'calls'].map((channel) => w.customers(`channel.${channel}`));
  await page.getByText(w.customers('consent.noneFor', { channels: others.join('، ') })).waitFor();

  await page.getByLabel(w.activity('comment.label')).fill('تفضّل الاتصال مساءً');
  await page.getByRole('button', { name: w.activity('comment.send'), exact: true }).click();
  await page.getByText('تفضّل الاتصال مساءً').first().waitFor();

  await page.getByRole('button', { name: w.customers('address.add'), exact: true }).click();
  await dialog()
    .getByLabel(label(w.address('field.mobile')))
    .fill('0551234599');
  await dialog()
    .getByLabel(label(w.address('field.city')))
    .fill('الرياض');
  const short = dialog().getByLabel(label(w.address('field.short_address')));
  await short.fill('RRR2929');
  page.expected.push(`422 /dashboard/v1/customers/${id}/addresses`);
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await dialog()
    .getByText(/العنوان الوطني المختصر مثل/)
    .first()
    .waitFor();
  await short.fill('RRRD2929');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page.getByText('RRRD2929').first().waitFor();
  await settle(page);
  await inspect(page, 'a customer');
  assert.equal((await customer()).city, 'الرياض');
});

test('CU-01: two people change her at once, and both see what the other wrote', async () => {
  await page.getByRole('link', { name: w.customers('form.edit') }).click();
  const name = dialog().getByLabel(label(w.customerForm('form.name')));
  await name.waitFor();
  await call('PUT', `/customers/${id}`, { ...who, body: { name: 'نورة العنزي' } });
  await name.fill('نورة السبيعي');
  page.expected.push(`409 /dashboard/v1/customers/${id}`);
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page.getByText('نورة العنزي').last().waitFor();
  await page.getByRole('button', { name: w.forms('stale.save') }).click();
  await page.getByRole('heading', { level: 1, name: 'نورة السبيعي' }).waitFor();
  assert.equal((await customer()).name, 'نورة السبيعي');
});

test('CU-01: who is blocked cannot check out, and is told so politely', async () => {
  await page.getByRole('button', { name: w.shared('page.more') }).click();
  await page.getByRole('menuitem', { name: w.customers('block.act') }).click();
  await dialog()
    .getByLabel(label(w.customers('block.reason')))
    .fill('رفض ثلاث شحنات');
  await dialog()
    .getByRole('button', { name: w.customers('block.act'), exact: true })
    .click();
  await page.getByText(w.customers('block.alert')).waitFor();
  await inspect(page, 'a blocked customer');

  const shopper = await open({});
  await shopper.goto(`${who.shop}/products/${encodeURIComponent(oud.page_link)}`);
  await shopper
    .getByRole('button', { name: w.shop('product.add') })
    .first()
    .click();
  await shopper.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  await shopper.goto(`${who.shop}/checkout`);
  await shopper.getByLabel(label(w.shop('form.name'))).fill('نورة');
  await shopper.getByLabel(label(w.shop('form.mobile'))).fill('0557001123');
  await shopper.locator('input[name=email]').fill('nora@example.com');
  shopper.expected.push('422 /checkout');
  await shopper.getByRole('button', { name: w.shop('checkout.place') }).click();
  await shopper.getByText('نعتذر، لا يمكننا استقبال طلبات بهذه البيانات').waitFor();
  await inspect(shopper, 'checkout, blocked');

  await page.getByRole('button', { name: w.customers('block.undo') }).click();
  await dialog()
    .getByRole('button', { name: w.customers('block.undo') })
    .click();
  await page.getByText(w.customers('block.alert')).waitFor({ state: 'detached' });
});

test('CU-01: the list is filtered, and many are tagged at once', async () => {
  await call('POST', '/customers', { ...who, body: { name: 'سلمى', mobile: '0551000001' } });
  await call('POST', '/customers', { ...who, body: { name: 'ريم', mobile: '0551000002' } });
  await page.goto(`${base}/customers/list`);
  await page.getByText('ريم').first().waitFor();
  for (const name of ['ريم', 'سلمى']) {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  }
  await page.getByRole('button', { name: w.customers('bulk.tags'), exact: true }).click();
  const tags = dialog().getByRole('combobox', { name: label(w.customers('tags')) });
  await tags.fill('جملة');
  await tags.press('Enter');
  // The open list of suggested tags would cover the button.
  await tags.blur();
  await dialog()
    .getByRole('button', { name: w.customers('bulk.run') })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('جملة').first().waitFor();
  await page.goto(`${base}/customers/list?tag=${encodeURIComponent('جملة')}`);
  await page.getByText('سلمى').first().waitFor();
  await becomes(() => page.getByText('نورة السبيعي').count(), 0, 'whoever lacks the tag is not shown');
  await page.getByRole('button', { name: w.shared('list.filtersOn', { count: 1 }) }).click();
  await dialog()
    .getByRole('button', { name: w.customers('filter.apply') })
    .waitFor();
  await inspect(page, 'customers, filters');
});

test('CU-01: cards on a phone', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/customers/list`);
  await phonePage.getByText('سلمى').first().waitFor();
  await inspect(phonePage, 'customers on a phone');
  await phonePage.goto(`${base}/customers/view/${id}`);
  await phonePage.getByRole('heading', { level: 1, name: 'نورة السبيعي' }).waitFor();
  await settle(phonePage);
  await inspect(phonePage, 'a customer on a phone');
});

finishStory('customers');
