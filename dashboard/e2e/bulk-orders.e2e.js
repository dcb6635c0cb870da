// A bulk action over all orders that match, with the result of each and the undo; a comment that is edited and deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, resize } from './harness.js';
import { words } from './words.js';

const w = words('ar');
const t = w.orderBatches;
let who, page, order;

const dialog = () => page.getByRole('dialog');
const activity = () => page.getByRole('list', { name: w.activity('title') });
const button = (text, within = page) => within.getByRole('button', { name: text, exact: true });
const latest = async () => (await call('GET', '/order-batches', who))[0];
const countTagged = async () => (await call('GET', '/orders?filter%5Btag%5D=%D9%85%D9%88%D8%B3%D9%85', who)).length;

test('a store with more orders than a page shows', async () => {
  who = await merchant({ mobile: '+966551025025', slug: 'bulkorders', store: 'مخبز السنبلة' });
  const bread = await product(who, { name: { ar: 'خبز', en: 'Bread' }, regular_price: '5.00', qty: 900 });
  await placeOrder(who.shop, { product: bread, name: 'هند القحطاني', mobile: '0551234501' });
  [order] = await call('GET', '/orders', who);
  // Duplicates are drafts: they are in the list of orders as well.
  for (let n = 0; n < 22; n += 1) await call('POST', `/orders/${order.id}/duplicate`, { ...who, body: {} });
  page = await open({ storage: signedIn(who.session) });
});

test('OR-01: a whole page is chosen, then all that match, and every one of them gets a tag', async () => {
  await page.goto(`${base}/orders/list`);
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).click();
  await button(w.bulkBar('selectAll', { total: '23' })).click();
  await page.getByText(w.bulkBar('allSelected', { total: '23' })).waitFor();
  // At the end of the page the bar covers no row.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await inspect(page, 'all that match');
  await button(w.orders('bulk.tag')).click();
  await dialog()
    .getByText(t('ask.tags', { count: 23 }), { exact: true })
    .waitFor();
  await dialog()
    .getByRole('combobox', { name: t('add') })
    .fill('موسم');
  // No key ended the typed tag: it counts, and the action can begin.
  await until('a word that is being typed', () => button(t('begin'), dialog()).isEnabled());
  await inspect(page, 'tags for all that match');
  await button(t('begin'), dialog()).click();
  await page.waitForURL(/\/orders\/batches\/obt_/);
  await page.getByText(t('changed', { count: 23 })).waitFor();
  assert.equal(await countTagged(), 20);
  await inspect(page, 'an act over many orders');
});

test('OR-01: what is refused says why, and the tags are taken back', async () => {
  await page.goto(`${base}/orders/list`);
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).click();
  await button(w.bulkBar('selectAll', { total: '23' })).click();
  await button(w.orders('bulk.change')).click();
  await dialog()
    .getByRole('radio', { name: new RegExp(w.status('order.PRCS')) })
    .click();
  await button(t('begin'), dialog()).click();
  await page.getByText(t('refused', { count: 22 })).waitFor();
  await page.getByText(t('show.failed'), { exact: true }).click();
  await page
    .getByText(/لا يمكن نقل الطلب/)
    .first()
    .waitFor();
  assert.equal((await call('GET', `/orders/${order.id}`, who)).status, 'PRCS');
  await page.goto(`${base}/orders/batches`);
  await page.getByText(t('what.tags.add', { tags: '\u2068موسم\u2069' })).click();
  await button(t('undo')).click();
  await button(t('undo'), dialog()).click();
  await until('the tags', async () => (await countTagged()) === 0);
  await until('the undo', async () => (await latest()).status === 'done');
  await resize(page, phone);
  await inspect(page, 'an undo on a phone');
  await resize(page, { width: 1440, height: 900 });
});

test('OR-06: shipments are made of all that match; what is held back says why; they are taken back', async () => {
  const courier = await call('POST', '/shipping-methods', {
    ...who,
    body: {
      provider: 'CUSTOM',
      name: { ar: 'مندوب المتجر', en: 'Store courier' },
      is_active: true,
      is_fixed_cost: true,
      fixed_cost: '10.00',
    },
  });
  const [customer] = await call('GET', '/customers', who);
  const [bread] = await call('GET', '/products', who);
  const address = { name: 'هند', mobile: '0551234501', country: 'SA', city: 'جدة', street: 'شارع التحلية' };
  const orderIds = [];
  for (let n = 0; n < 2; n += 1) {
    const draft = await call('POST', '/orders/drafts', {
      ...who,
      body: {
        customer_id: customer.id,
        items: [{ product_id: bread.id, quantity: 2 }],
        shipping_method_id: courier.id,
        address,
      },
    });
    const { total } = draft.preview;
    await call('POST', `/orders/${draft.id}/draft/place`, { ...who, body: { total, is_paid: true } });
    orderIds.push(draft.id);
  }
  const statuses = async () =>
    Promise.all(orderIds.map(async (id) => (await call('GET', `/orders/${id}`, who)).status));
  await page.goto(`${base}/orders/list`);
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).click();
  await button(w.bulkBar('selectAll', { total: '25' })).click();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await button(w.bulkShipments('ship')).click();
  await dialog()
    .getByText(t('ask.ship', { count: 25 }), { exact: true })
    .waitFor();
  // Drafts are not open orders: two orders that are paid, and one for store pickup.
  await dialog()
    .getByText(t('shipOpen', { open: '3', total: '25' }))
    .waitFor();
  await dialog().getByLabel(w.shipments('courier')).fill('مندوب المساء');
  await dialog().getByText(w.shipments('size.large'), { exact: true }).click();
  await dialog().getByLabel(w.shipments('note')).fill('اتصل قبل الوصول');
  await inspect(page, 'shipments for all that match');
  await button(t('begin'), dialog()).click();
  await page.waitForURL(/\/orders\/batches\/obt_/);
  await page.getByText(t('shipped', { count: 2 })).waitFor();
  await page.getByText(t('refused', { count: 23 })).waitFor();
  await page.getByText('هذا الطلب استلام من المتجر').waitFor();
  await inspect(page, 'shipments that were made of many orders');
  assert.deepEqual(await statuses(), ['RDYS', 'RDYS']);
  const [shipment] = (await call('GET', `/orders/${orderIds[0]}/shipments`, who)).shipments;
  assert.deepEqual(
    [shipment.courier_name, shipment.package_size, shipment.note, shipment.items_count],
    ['مندوب المساء', 'large', 'اتصل قبل الوصول', 2],
  );
  await button(t('undo')).click();
  await dialog()
    .getByText(t('undoShipText', { count: 2 }))
    .waitFor();
  await button(t('undo'), dialog()).click();
  await until('the shipments to be cancelled', async () => (await statuses()).every((status) => status === 'PRCS'));
  await page
    .getByText(t('what.undo', { what: t('what.shipBy', { courier: '\u2068مندوب المساء\u2069' }) }))
    .first()
    .waitFor();
});

test('OR-07: a comment is written, worded anew, and taken back', async () => {
  await page.goto(`${base}/orders/view/${order.id}`);
  await page.getByLabel(w.activity('comment.label')).fill('اتصل بالعميلة');
  await button(w.activity('comment.send')).click();
  await activity().getByText('اتصل بالعميلة', { exact: true }).waitFor();
  await button(w.orderNotes('edit')).click();
  const box = page.getByLabel(w.activity('comment.edit'));
  await box.fill('اتصل بالعميلة مساءً');
  await inspect(page, 'editing a comment');
  await button(w.activity('comment.save')).click();
  await activity().locator('div[dir]', { hasText: 'اتصل بالعميلة مساءً' }).waitFor();
  await page.getByText(w.orderNotes('edited'), { exact: false }).waitFor();
  await button(w.orderNotes('delete')).click();
  await button(w.orderNotes('delete'), dialog()).click();
  await page.getByText(w.orderNotes('deleted'), { exact: true }).waitFor();
  await becomes(() => activity().getByText('اتصل بالعميلة مساءً').count(), 0, 'the comment is gone');
  await page.goto(`${base}/mentions`);
  await page.getByText(w.mentions('empty'), { exact: true }).waitFor();
  await inspect(page, 'no mentions');
});

finishStory('bulk orders');
