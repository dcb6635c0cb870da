// A draft order: composed, saved as a draft, sent as a link, confirmed by its shopper on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
const t = w.orderDraft;
let who, page, shopper, draft, url, lamp, coupon;

const dialog = () => page.getByRole('dialog');
/** The message that the document states (core 5), in Arabic. */
const limit = 'الكمية المحددة أكبر من الحد الأقصى المسموح به لكل طلب';
const iso = (text) => `\u2068${text}\u2069`;
const uses = async () => (await call('GET', `/coupons/${coupon.id}`, who)).usage_count;
const counts = () => call('GET', '/orders/status-counts', who);

test('a store with a lamp, and a way to deliver it', async () => {
  who = await merchant({ mobile: '+966551018018', slug: 'drafts', store: 'بيت الفوانيس' });
  lamp = await product(who, {
    name: { ar: 'فانوس نحاسي', en: 'Brass lamp' },
    regular_price: '80.00',
    qty: 6,
    max_qty: 4,
  });
  coupon = await call('POST', '/coupons', {
    ...who,
    body: {
      name: 'عرض الفوانيس',
      code: 'فانوس_١٠',
      discount_type: 'percentage',
      discount_value: '10',
      scope: 'products',
      product_ids: [lamp.id],
    },
  });
  await call('POST', '/shipping-methods', {
    ...who,
    body: {
      provider: 'CUSTOM',
      name: { ar: 'مندوب المتجر', en: 'Store courier' },
      is_active: true,
      is_fixed_cost: true,
      fixed_cost: '25.00',
      is_cod_allowed: true,
    },
  });
  page = await open({ storage: signedIn(who.session) });
});

test('OR-03: from the list to a new order: a new customer, goods, a custom line, a price with its reason', async () => {
  await page.goto(`${base}/orders/list`);
  await page.getByRole('link', { name: w.orders('addOrder'), exact: true }).click();
  await page.getByLabel(t('customer'), { exact: true }).fill('هند القحطاني');
  await page.getByRole('option', { name: t('customer.newNamed', { name: iso('هند القحطاني') }) }).click();
  await dialog()
    .getByLabel(label(t('customer.mobile')))
    .fill('0551230018');
  await inspect(page, 'a new order, a new customer');
  await dialog()
    .getByRole('button', { name: t('customer.save'), exact: true })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('هند القحطاني').first().waitFor();

  await page.getByLabel(w.orderEdit('add'), { exact: true }).fill('فانوس');
  await page.getByRole('option', { name: /فانوس نحاسي/ }).click();
  const quantity = page.getByLabel(w.orderEdit('quantityOf', { name: iso('فانوس نحاسي') }));
  // The error of the product's own limit is at its line, with the text of the specification.
  await quantity.fill('٥');
  await page.getByText(limit).waitFor();
  await quantity.fill('2');
  await page.getByLabel(w.orderEdit('priceOf', { name: iso('فانوس نحاسي') })).fill('70');
  await page.getByLabel(w.orderEdit('reasonOf', { name: iso('فانوس نحاسي') })).fill('سعر متفق عليه');

  await page.getByRole('button', { name: t('custom.add') }).click();
  await dialog()
    .getByLabel(label(t('custom.name')))
    .fill('تغليف هدية');
  await dialog()
    .getByLabel(label(t('custom.price')))
    .fill('15');
  await dialog()
    .getByRole('button', { name: t('custom.put') })
    .click();
  await dialog().waitFor({ state: 'detached' });
  await page
    .getByText(/155\.00/)
    .first()
    .waitFor();
  // An invalid code shows its reason at once; a valid one shows the discount of each line.
  const code = page.getByLabel(t('coupon'), { exact: true }).first();
  await code.click();
  await page.getByRole('option', { name: /فانوس_١٠/ }).click();
  await page.getByText(t('coupon.takes')).waitFor();
  await page
    .getByText(/141\.00/)
    .first()
    .waitFor();
  await page.getByText(t('sum.coupon', { code: iso('فانوس_١٠') })).waitFor();
  await inspect(page, 'a new order with a coupon');
  await page.getByRole('button', { name: t('saveDraft'), exact: true }).click();
  await page.waitForURL(/\/orders\/view\/ord_\w+\/edit$/);
  const id = /ord_\w+/.exec(page.url())[0];
  draft = await call('GET', `/orders/${id}/draft`, who);
  assert.deepEqual([draft.saved_total, draft.coupon_code, await uses()], ['141.00', 'فانوس_١٠', 0]);
  assert.deepEqual([(await counts()).DRFT, (await counts()).PEND], [1, 0]);
  assert.equal((await call('GET', `/products/${lamp.id}`, who)).qty, 6);
});

test('OR-03: a link is made for the shopper', async () => {
  await page.getByRole('button', { name: t('link.make'), exact: true }).click();
  await page.getByRole('button', { name: t('link.copy') }).waitFor();
  url = await page.locator('[data-draft-link]').getAttribute('href');
  const whatsapp = await page.getByRole('link', { name: t('link.whatsapp') }).getAttribute('href');
  assert.match(whatsapp, /^https:\/\/wa\.me\/966551230018\?text=/);
  assert.ok(decodeURIComponent(whatsapp).includes(url));
  await inspect(page, 'a draft with its link');
});

test('OR-03: the shopper opens it on a phone, completes it and confirms', async () => {
  // The merchant's page still shows the draft: its requests about the draft are refused once it is an order, and it
  // shows the order.
  page.expected.push(`404 /dashboard/v1/orders/${draft.id}/draft/preview`);
  shopper = await open({ viewport: phone });
  await shopper.goto(url);
  await shopper.getByRole('heading', { level: 1 }).waitFor();
  await shopper.locator('#f-city').fill('جدة');
  await shopper.locator('#f-street').fill('شارع التحلية');
  await shopper.locator('details.more > summary').click();
  await shopper.locator('#f-details').fill('بجوار الحديقة');
  await shopper.locator('#f-details').blur();
  await shopper
    .locator('#shipping')
    .getByText(/مندوب المتجر/)
    .waitFor();
  await shopper
    .locator('#sum')
    .getByText(/166\.00/)
    .first()
    .waitFor();
  await shopper
    .locator('#sum')
    .getByText(/فانوس_١٠/)
    .waitFor();
  await inspect(shopper, 'the link of a draft');
  await shopper.locator('#place').click();
  await shopper.waitForURL(/\/orders\/ord_/);
  await inspect(shopper, 'the order of a draft');
  const order = await until('the order', async () => {
    const now = await call('GET', `/orders/${draft.id}`, who);
    return now.status === 'PEND' && now;
  });
  assert.deepEqual([order.total, order.address.city, order.coupon.discount], ['166.00', 'جدة', '14.00']);
  assert.equal(await uses(), 1);
  assert.equal((await call('GET', `/products/${lamp.id}`, who)).qty, 4);
  // From now on the link redirects to the order.
  await shopper.goto(url);
  await shopper.waitForURL(/\/orders\/ord_/);
});

test('OR-03, OR-07: the timeline says who confirmed it; the order is repeated and placed as paid', async () => {
  await page.goto(`${base}/orders/view/${draft.id}`);
  await page.getByText(t('act.confirmed')).waitFor();
  // A message for the customer is marked apart from a note of the team, and is shown on the customer's page.
  await page.getByText(w.orderNotes('visible'), { exact: true }).click();
  await page.getByPlaceholder(w.orderNotes('placeholder')).fill('يصلك طلبك مساء الخميس');
  await page.getByRole('button', { name: w.activity('comment.send'), exact: true }).click();
  await page.getByText(w.orderNotes('act')).waitFor();
  await inspect(page, 'an order with a message for its customer');
  await shopper.reload();
  await shopper.getByText('يصلك طلبك مساء الخميس').waitFor();
  await inspect(shopper, 'the order of a draft, with a message');
  await page.getByRole('button', { name: w.order('more') }).click();
  await page.getByRole('menuitem', { name: t('duplicate') }).click();
  await page.waitForURL((to) => to.pathname.endsWith('/edit') && !to.pathname.includes(draft.id));
  // The current price: the agreed one was for the first order.
  await page
    .getByText(/200\.00/)
    .first()
    .waitFor();
  // The coupon applied to the first order: it is offered, not copied.
  await page.getByRole('button', { name: t('coupon.use', { code: iso('فانوس_١٠') }) }).waitFor();
  await inspect(page, 'a repeated order, its coupon is offered');
  await page.getByRole('button', { name: t('coupon.use', { code: iso('فانوس_١٠') }) }).click();
  await page
    .getByText(/184\.00/)
    .first()
    .waitFor();
  // It is switched off while the merchant views the draft: the draft is not placed at another price, and the reason is
  // shown.
  const repeated = /ord_\w+/.exec(page.url())[0];
  page.expected.push(`422 /dashboard/v1/orders/${repeated}/draft/place`);
  await call('PUT', `/coupons/${coupon.id}`, { ...who, body: { is_active: false } });
  await page.getByRole('button', { name: t('place'), exact: true }).click();
  await page.getByText('هذا الكوبون موقوف. فعّله أولًا.').first().waitFor();
  await inspect(page, 'a draft whose coupon is off');
  await call('PUT', `/coupons/${coupon.id}`, { ...who, body: { is_active: true } });
  await page.reload();
  await page
    .getByText(/184\.00/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: t('more') }).click();
  await page.getByRole('menuitem', { name: t('placePaid') }).click();
  await page.waitForURL(/\/orders\/view\/ord_\w+$/);
  const id = /ord_\w+/.exec(page.url())[0];
  const order = await call('GET', `/orders/${id}`, who);
  assert.deepEqual([order.status, order.payment_status, order.total], ['PAID', 'paid', '184.00']);
  assert.equal(await uses(), 2);
  await inspect(page, 'an order that was repeated');
});

test('OR-03: a draft is deleted, and its link says so', async () => {
  const { id } = await call('POST', `/orders/${draft.id}/duplicate`, who);
  const created = await call('POST', `/orders/${id}/draft/link`, { ...who, body: { days: 1 } });
  await page.goto(`${base}/orders/view/${id}`);
  await page.getByRole('link', { name: t('continue') }).click();
  await page.getByRole('button', { name: t('delete'), exact: true }).click();
  await dialog()
    .getByRole('button', { name: t('delete'), exact: true })
    .click();
  await page.waitForURL(/\/orders\/list/);
  assert.equal((await counts()).DRFT, 0);
  shopper.expected.push(`410 ${new URL(created.link.url).pathname}`);
  await shopper.goto(created.link.url);
  await shopper.getByText('هذا الرابط لم يعد متاحًا').waitFor();
  await inspect(shopper, 'a link that was withdrawn');
});

finishStory('drafts');
