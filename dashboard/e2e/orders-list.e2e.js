// The orders list in the browser: conditions in groups, tags and assignee with undo, saved views, columns, the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { orderRow } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, orders;

const rows = () => page.locator('tbody tr[data-row]');
const dialog = () => page.getByRole('dialog');
const button = (name) => page.getByRole('button', { name, exact: true });
const waitForCount = (count) => until(`${count} orders`, async () => (await rows().count()) === count);
const select = async (order) => {
  await page.locator(`tbody tr[data-row="${order.id}"]`).getByRole('checkbox').check();
};

test('a store with three orders', async () => {
  who = await merchant({ mobile: '+966551007117', slug: 'orderslist', store: 'بيت القهوة' });
  const coffee = await product(who, {
    name: { ar: 'قهوة', en: 'Coffee' },
    sku: 'QHW-7',
    regular_price: '45.00',
    qty: 50,
  });
  for (const [name, mobile] of [
    ['خالد الحربي', '0557654321'],
    ['سارة القحطاني', '0501112222'],
    ['خالد الحربي', '0557654321'],
  ]) {
    await placeOrder(who.shop, { product: coffee, name, mobile });
  }
  orders = (await call('GET', '/orders?sort=number', who)).map(({ id, number }) => ({ id, number }));
  assert.equal(orders.length, 3);
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/orders/list`);
  await waitForCount(3);
});

test('OR-01: tags are put on the chosen orders, and taken back', async () => {
  await select(orders[0]);
  await select(orders[1]);
  await button(w.orders('bulk.tag')).click();
  await dialog()
    .getByRole('combobox', { name: label(w.orderList('tag.add')) })
    .fill('عاجل');
  await page.keyboard.press('Enter');
  await settle(page);
  await inspect(page, 'tags of many orders');
  await dialog()
    .getByRole('button', { name: w.orderList('tag.apply'), exact: true })
    .click();
  await page.getByText(w.orderList('done.tag', { count: 2 })).waitFor();
  // The pointer holds the toast, and the undo in it, while the list is read anew.
  await button(w.orderList('views.undo')).hover();
  await orderRow(page, orders[0].number).getByText('عاجل').waitFor();
  await button(w.orderList('views.undo')).click();
  await page.getByText(w.orderList('undone')).waitFor();
  await until('no tags', async () => (await call('GET', '/orders?filter[tag]=عاجل', who)).length === 0);
  await call('POST', '/orders/tagMany', { ...who, body: { items: [orders[0].id], add: ['عاجل'] } });
});

test('OR-01: conditions in two groups find the orders of either', async () => {
  await page.reload();
  await waitForCount(3);
  await button(w.orders('filter.button')).click();
  await dialog().getByText(w.orderList('filter.advanced'), { exact: true }).click();
  const choose = async (name, at, option) => {
    await dialog().getByRole('combobox', { name, exact: true }).nth(at).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose(w.ruleBuilder('field'), 0, w.orderList('field.tag'));
  await choose(w.ruleBuilder('value'), 0, 'عاجل');
  await page.keyboard.press('Escape');
  await dialog()
    .getByRole('button', { name: w.ruleBuilder('addGroup'), exact: true })
    .click();
  await choose(w.ruleBuilder('field'), 1, w.orderList('field.customer_type'));
  await choose(w.ruleBuilder('value'), 1, w.orderList('customer_type.returning'));
  await page.keyboard.press('Escape');
  await settle(page);
  await inspect(page, 'conditions in groups');
  await dialog()
    .getByRole('button', { name: w.orderList('builder.apply'), exact: true })
    .click();
  await waitForCount(2);
  await becomes(() => orderRow(page, orders[1].number).count(), 0, 'the order that the conditions leave out');
  await page
    .getByRole('button', { name: label(w.orderList('where.remove', { name: '' }).trim()) })
    .first()
    .waitFor();
  await inspect(page, 'orders of two groups');
});

test('OR-01: what is shown is kept as a view, opened again, deleted and brought back', async () => {
  await button(w.orders('views.button')).click();
  await dialog()
    .getByRole('button', { name: w.orderList('views.save'), exact: true })
    .click();
  await dialog()
    .getByLabel(label(w.orderList('views.name')))
    .fill('مهمة اليوم');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await dialog()
    .getByRole('button', { name: label('مهمة اليوم') })
    .first()
    .waitFor();
  await settle(page);
  await inspect(page, 'saved views');
  await page.keyboard.press('Escape');
  await page.goto(`${base}/orders/list`);
  await waitForCount(3);
  await button(w.orders('views.button')).click();
  await dialog()
    .getByRole('button', { name: label('مهمة اليوم') })
    .first()
    .click();
  await waitForCount(2);

  await button(w.orders('views.button')).click();
  await dialog()
    .getByRole('button', { name: w.orderList('views.options', { name: 'مهمة اليوم' }) })
    .click();
  await page.getByRole('menuitem', { name: w.orderList('views.delete'), exact: true }).click();
  await page.getByText(w.orderList('views.deleted', { name: 'مهمة اليوم' })).waitFor();
  await button(w.orderList('views.undo')).click();
  await until('the view is back', async () => (await call('GET', '/order-views', who)).length === 1);
  await page.keyboard.press('Escape');
});

test('OR-01: columns are chosen by the keyboard, remembered, and reset', async () => {
  await page.goto(`${base}/orders/list`);
  await waitForCount(3);
  const header = (name) => page.getByRole('columnheader', { name: label(name) });
  await button(w.orders('columns.button')).click();
  const box = dialog().getByRole('checkbox', { name: w.orderList('columns.show', { name: w.orders('col.mobile') }) });
  await box.focus();
  await page.keyboard.press('Space');
  await header(w.orders('col.mobile')).waitFor();
  await settle(page);
  await inspect(page, 'columns of orders');
  await until('kept', async () =>
    Boolean((await call('GET', '/preferences/orders.list', who)).value?.columns?.includes('mobile')),
  );
  await page.reload();
  await header(w.orders('col.mobile')).waitFor();
  await button(w.orders('columns.button')).click();
  await dialog()
    .getByRole('button', { name: w.orderList('columns.reset'), exact: true })
    .click();
  await header(w.orders('col.mobile')).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('OR-01: the keyboard moves, selects, acts and tells what it can', async () => {
  await page.goto(`${base}/orders/list`);
  await waitForCount(3);
  await settle(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await until('one is chosen', async () => (await page.locator('tbody input[type=checkbox]:checked').count()) === 1);
  await page.keyboard.press('a');
  await dialog()
    .getByText(w.orderList('assign.title', { count: 1 }))
    .waitFor();
  // The list of suggestions is open; the first Escape closes it, the second the dialog.
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await dialog().getByText(w.shortcuts('keys.title')).waitFor();
  await dialog().getByText(w.orders('bulk.assign'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'what the keys do');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  // In a text field, shortcuts are off.
  await page.getByRole('searchbox').fill('؟');
  assert.equal(await dialog().count(), 0);
});

test('OR-01: on a phone the orders are cards', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/orders/list`);
  await phonePage.getByText('عاجل').first().waitFor();
  await settle(phonePage);
  await inspect(phonePage, 'orders on a phone');
});

finishStory('orders list');
