// Segments over purchases, in the browser: a predefined one names the best-selling product, another is written with a
// product, a category and a coupon; then consents are withdrawn for all that match, and restored by the undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
const t = w.segments;
let who, page;

const dialog = () => page.getByRole('dialog');
const button = (text, where = page) => where.getByRole('button', { name: text, exact: true });
const pick = async (field) => {
  await dialog().getByLabel(w.ruleBuilder('field'), { exact: true }).last().click();
  await page.getByRole('option', { name: t(`field.${field}`), exact: true }).click();
};

test('a store that sold coffee to two people and cups to one', async () => {
  who = await merchant({ mobile: '+966551037037', slug: 'bought', store: 'محمصة الوادي' });
  const drinks = await call('POST', '/categories', { ...who, body: { name: { ar: 'مشروبات', en: 'Drinks' } } });
  const coffee = await product(who, {
    name: { ar: 'بن يمني', en: 'Yemeni coffee' },
    regular_price: '60.00',
    category_ids: [drinks.id],
  });
  const cup = await product(who, { name: { ar: 'فنجان', en: 'Cup' }, regular_price: '20.00' });
  const coupon = { name: 'ترحيب', code: 'AHLAN', discount_type: 'fixed', discount_value: '5' };
  await call('POST', '/coupons', { ...who, body: coupon });
  await placeOrder(who.shop, { product: coffee, name: 'نورة الشمري', mobile: '0557703701' });
  await placeOrder(who.shop, { product: coffee, name: 'سارة العتيبي', mobile: '0557703702' });
  await placeOrder(who.shop, { product: cup, name: 'هدى القحطاني', mobile: '0557703703' });
  page = await open({ storage: signedIn(who.session) });
});

test('CU-01: a ready-made segment begins with what sells most', async () => {
  await page.goto(`${base}/customers/segments`);
  await page.getByRole('link', { name: t('useOf', { name: 'اشتروا منتجًا ثم غابوا' }) }).click();
  await dialog().getByText('بن يمني', { exact: true }).waitFor();
  await dialog()
    .getByText(t('matching', { count: 0 }))
    .waitFor();
  await inspect(page, 'a ready-made segment over a product');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('CU-01: who bought a product is found, with the count beside it, and the rule reads as a sentence', async () => {
  await page.getByRole('link', { name: t('new'), exact: true }).click();
  await dialog()
    .getByLabel(label(t('name')))
    .fill('أهل القهوة');
  await pick('product');
  await dialog().getByPlaceholder(w.goods('products.search')).fill('بن');
  await page.getByRole('option', { name: /بن يمني/ }).click();
  await dialog()
    .getByText(t('matching', { count: 2 }))
    .waitFor();
  await dialog().getByLabel(t('window'), { exact: true }).fill('30');
  await button(w.ruleBuilder('addRule'), dialog()).click();
  await pick('coupon');
  await dialog().getByLabel(w.ruleBuilder('compare'), { exact: true }).last().click();
  await page.getByRole('option', { name: t('op.coupon.is_not'), exact: true }).click();
  await dialog().getByLabel(t('chooseCoupon'), { exact: true }).click();
  await page.getByRole('option', { name: /AHLAN/ }).click();
  await button(t('removeCoupon', { code: '\u2068AHLAN\u2069' }), dialog()).waitFor();
  await dialog()
    .getByText(t('matching', { count: 2 }))
    .waitFor();
  await inspect(page, 'rules over a product and a coupon');
  await button(w.shared('save'), dialog()).click();
  await page.getByRole('link', { name: t('show', { name: 'أهل القهوة' }) }).waitFor();
  await page.getByText(/اشترى .بن يمني. خلال آخر 30 يومًا · لم يستخدم الكوبون .AHLAN./).waitFor();
  await page.getByRole('link', { name: t('show', { name: 'أهل القهوة' }) }).click();
  await page.getByText('نورة الشمري').first().waitFor();
  await becomes(() => page.getByText('هدى القحطاني').count(), 0, 'whoever did not buy is not in the segment');
});

test('CU-01: a category stands for what is in it, on a phone as well', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/customers/segments/new`);
  const form = phonePage.getByRole('dialog');
  await form.getByLabel(label(t('name'))).fill('لا يشربون');
  await form.getByLabel(w.ruleBuilder('field'), { exact: true }).click();
  await phonePage.getByRole('option', { name: t('field.category'), exact: true }).click();
  await form.getByLabel(w.ruleBuilder('compare'), { exact: true }).click();
  await phonePage.getByRole('option', { name: t('op.category.is_not'), exact: true }).click();
  await form.getByLabel(w.ruleBuilder('value'), { exact: true }).click();
  await phonePage.getByRole('option', { name: 'مشروبات', exact: true }).click();
  await form.getByText(t('matching', { count: 1 })).waitFor();
  await phonePage.keyboard.press('Escape');
  await inspect(phonePage, 'a rule over a category on a phone');
});

test('CU-01: consent is taken back for all that match, and comes back as it was', async () => {
  const all = await call('GET', '/customers?sort=name', who);
  for (const { id } of all.slice(0, 2)) {
    const body = { channel: 'sms', is_granted: true, source: 'website' };
    await call('PUT', `/customers/${id}/consents`, { ...who, body });
  }
  const agreed = async () => (await call('GET', '/customers?filter[consent]=sms', who)).length;
  assert.equal(await agreed(), 2);
  for (let n = 0; n < 20; n += 1) {
    await call('POST', '/customers', { ...who, body: { name: `عميل ${n}`, mobile: `05577037${10 + n}` } });
  }
  await page.goto(`${base}/customers/list`);
  await page.getByText('عميل 19').first().waitFor();
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).check();
  await button(w.bulkBar('selectAll', { total: '23' })).click();
  await button(w.customers('bulk.consent')).click();
  const choose = async (name, option) => {
    await dialog().getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(w.customers('bulk.channel'), w.customers('channel.sms'));
  await choose(w.customers('consent.source'), w.customers('source.message'));
  await dialog()
    .getByLabel(label(w.customers('bulk.withdrawReason')))
    .fill('أوقفنا الرسائل');
  await inspect(page, 'taking consent back for all');
  await button(w.customers('bulk.run'), dialog()).click();
  await dialog()
    .getByText(w.customerBatches('changed', { count: 2 }))
    .waitFor();
  assert.equal(await agreed(), 0);
  await button(w.customerBatches('undo'), dialog()).click();
  await button(w.customerBatches('redo'), dialog()).waitFor();
  assert.equal(await agreed(), 2);
});

finishStory('bought');
