// A coupon in the browser: the merchant creates it, a shopper buys with it, the order shows it, the list finds it;
// carts are reminded with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { fillCheckout, find } from './pages/shop.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, dates, order, coupon;

const button = (text, where = page) => where.getByRole('button', { name: text, exact: true });
const couponNow = async () => (await call('GET', '/coupons', who)).find((each) => each.code === 'تمر_٢٠');

test('CP-01: the empty list leads to a new coupon, and a sentence says what it does', async () => {
  who = await merchant({ mobile: '+966551031031', slug: 'coupons', store: 'تمور المدينة' });
  dates = await product(who, { name: { ar: 'تمر عجوة', en: 'Ajwa dates' }, regular_price: '80.00', qty: 40 });
  await product(who, { name: { ar: 'تمر سكري', en: 'Sukkari dates' }, regular_price: '60.00', qty: 40 });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/coupons/list`);
  await page.getByText(w.coupons('empty'), { exact: true }).waitFor();
  await inspect(page, 'coupons, none yet');
  await page
    .getByRole('link', { name: w.coupons('add'), exact: true })
    .last()
    .click();
  await page.getByRole('heading', { name: w.coupons('addTitle'), level: 1 }).waitFor();
  await button(w.coupons('generate')).click();
  const code = page.getByLabel(label(w.coupons('code'))).first();
  await until('a suggested code', async () => (await code.inputValue()).length === 8);
  await code.fill('تمر_٢٠');
  await page.getByLabel(label(w.coupons('name'))).fill('عرض الموسم');
  await page.getByLabel(label(w.coupons('percentage'))).fill('٢٠');
  await page.getByLabel(label(w.coupons('cap'))).fill('30');
  await page.getByText(w.coupons('scope.products'), { exact: true }).click();
  await page.getByPlaceholder(w.goods('products.search')).fill('عجوة');
  await page.getByRole('option', { name: /تمر عجوة/ }).click();
  await page.getByRole('radio', { name: label(w.coupons('usability.one_time')) }).check();
  await page.getByLabel(label(w.coupons('limit'))).fill('100');
  const sentence = page.getByRole('status').filter({ hasText: 'تمر عجوة' });
  await sentence.getByText(/بحد أقصى/).waitFor();
  await sentence.getByText(/لأول 100 طلب/).waitFor();
  await settle(page);
  await inspect(page, 'a new coupon');
  await button(w.coupons('save')).click();
  await page.getByRole('heading', { name: 'تمر_٢٠', level: 1 }).waitFor();
  coupon = await until('the coupon', couponNow);
  assert.deepEqual(
    [coupon.discount_value, coupon.max_discount, coupon.usage_limit, coupon.discount_usability, coupon.product_ids],
    ['20', '30.00', 100, 'one_time', [dates.id]],
  );
});

test('CP-01: a shopper types the code in any digits and buys for less', async () => {
  const shopper = await open({ viewport: phone });
  await find(shopper, w, { home: who.shop, product: 'تمر عجوة' });
  await shopper.goto(`${who.shop}/cart`);
  await shopper.getByText(w.shop('coupon.ask'), { exact: true }).click();
  await shopper.getByLabel(w.shop('coupon.label')).fill('تمر20');
  await button(w.shop('coupon.apply'), shopper).click();
  await shopper.locator('.coupon__kept').getByText('تمر_٢٠').waitFor();
  await settle(shopper);
  await inspect(shopper, 'shop, a cart with a coupon');
  await shopper.goto(`${who.shop}/checkout`);
  await fillCheckout(shopper, w, { name: 'هيا القحطاني', mobile: '0557031001' });
  await settle(shopper);
  await button(w.shop('checkout.place'), shopper).last().click();
  [order] = await until('the order', async () => {
    const all = await call('GET', '/orders', who);
    return all.length > 0 && all;
  });
  assert.equal(order.coupon_code, 'تمر_٢٠');
  const orderDetail = await call('GET', `/orders/${order.id}`, who);
  assert.deepEqual([orderDetail.coupon.discount, orderDetail.coupon.segment], ['16.00', 'products_price']);
});

test('OR-01, OR-02: the order shows the coupon in its sums, and the list finds it by it', async () => {
  await page.goto(`${base}/orders/view/${order.id}`);
  await page.getByText(/كوبون/).first().waitFor();
  await inspect(page, 'an order with a coupon');
  await page.goto(`${base}/coupons/edit/${coupon.id}`);
  await page.getByText(`#${order.number}`).waitFor();
  await inspect(page, 'a coupon with its orders');
  await page.getByRole('link', { name: w.coupons('usage.all'), exact: true }).click();
  await page.waitForURL(/coupon=cou_/);
  await page.getByText(`#${order.number}`).first().waitFor();
  await page.getByText(`${w.orders('filter.coupon')}: تمر_٢٠`).waitFor();
  await inspect(page, 'orders of a coupon');
  await page.goto(`${base}/orders/list?coupon=none`);
  await until('no order without one', async () => (await page.locator('tbody tr[data-row]').count()) === 0);
});

test('OR-02: the coupon is taken off an order, and the difference is shown before', async () => {
  await page.goto(`${base}/orders/view/${order.id}/edit`);
  const field = page.getByLabel(label(w.orderEdit('coupon'))).first();
  await field.waitFor();
  await becomes(() => field.inputValue(), 'تمر_٢٠');
  // The clear button is for the pointer alone: with the keyboard, selecting the option again clears it.
  await page.locator('[data-path="coupon_code"]').locator('xpath=..').locator('button').first().click();
  await page.getByText(w.orderEdit('coupon.off', { code: '\u2068تمر_٢٠\u2069' })).waitFor();
  await settle(page);
  await inspect(page, 'an order loses its coupon');
  await button(w.orderEdit('apply')).click();
  await page.waitForURL(new RegExp(`/orders/view/${order.id}$`));
  await until('the coupon is free again', async () => (await couponNow()).usage_count === 0);
  assert.equal((await call('GET', `/orders/${order.id}`, who)).coupon, null);
});

test('MK-03: a reminder offers a coupon, and its code comes into the text with it', async () => {
  await page.goto(`${base}/cart-reminders`);
  const body = page.getByLabel(`${w.carts('body')} · ${w.carts('textIn.ar')}`).first();
  await body.waitFor();
  const pickers = page.getByRole('combobox', { name: label(w.carts('coupon')) });
  // Those of the messages come after their texts, and not at once: the first one there may be the second message's.
  const messages = await page.getByLabel(`${w.carts('body')} · ${w.carts('textIn.ar')}`).count();
  await until('a picker for each message', async () => (await pickers.count()) === messages);
  await pickers.first().click();
  await page
    .getByRole('option', { name: /تمر_٢٠/ })
    .first()
    .click();
  await until('the code in the text', async () => /\{\{coupon_code\}\}/.test(await body.inputValue()));
  await page.getByText(/رمز الخصم: .*تمر_٢٠/).waitFor();
  await settle(page);
  await inspect(page, 'reminders of carts with a coupon');
  await button(w.carts('planSave')).click();
  await until(
    'the plan',
    async () => (await call('GET', '/cart-reminder-plan', who)).messages[0].coupon_id === coupon.id,
  );
});

test('CP-01: a coupon is copied, deleted, and comes back; on a phone too', async () => {
  await page.goto(`${base}/coupons/add?from=${coupon.id}`);
  const name = page.getByLabel(label(w.coupons('name')));
  await until('the copy', async () => (await name.inputValue()) === w.coupons('copyName', { name: 'عرض الموسم' }));
  await page
    .getByLabel(label(w.coupons('code')))
    .first()
    .fill('تمر_٣٠');
  await button(w.coupons('save')).click();
  await page.getByRole('heading', { name: 'تمر_٣٠', level: 1 }).waitFor();
  // The bar below shows the unsaved changes, and discards them.
  await name.fill('اسم آخر');
  await page.getByText(w.forms('form.unsaved'), { exact: true }).waitFor();
  await button(w.forms('form.discard')).click();
  await until(
    'the name as it was',
    async () => (await name.inputValue()) === w.coupons('copyName', { name: 'عرض الموسم' }),
  );
  // With or without a limit, an unused coupon has the same text.
  await page.goto(`${base}/coupons/list`);
  const unused = page.getByRole('row', { name: /تمر_٣٠/ });
  await unused.getByText(w.coupons('used', { count: 0 }), { exact: true }).waitFor();
  await unused.getByText(w.coupons('usage.limit', { limit: '100' }), { exact: true }).waitFor();
  const phonePage = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await phonePage.goto(`${base}/coupons/list`);
  await phonePage.getByText('تمر_٣٠').first().waitFor();
  await inspect(phonePage, 'coupons, phone');
  await page.goto(`${base}/coupons/list`);
  await page.getByRole('button', { name: w.coupons('rowMenu', { name: 'تمر_٣٠' }) }).click();
  await page.getByRole('menuitem', { name: w.coupons('delete'), exact: true }).click();
  await button(w.coupons('delete'), page.getByRole('dialog')).click();
  // The pointer holds the toast, and the undo in it.
  await button(w.coupons('undo')).hover();
  await until('one coupon', async () => (await call('GET', '/coupons', who)).length === 1);
  await button(w.coupons('undo')).click();
  await until('two coupons', async () => (await call('GET', '/coupons', who)).length === 2);
  await inspect(page, 'coupons');
});

finishStory('coupons');
