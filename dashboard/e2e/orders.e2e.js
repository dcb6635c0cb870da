// A merchant's work on orders in the browser: live arrival, only legal transitions, payment, cancelling, searching.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import {
  act,
  atStatus,
  isOffered,
  markPaid,
  openOrder,
  orderRow,
  shopperEntries,
  step,
  waiting,
} from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, coffee, orders;

const khaled = { name: 'خالد الحربي', mobile: '0557654321' };
const sara = {
  name: 'سارة القحطاني',
  mobile: '0501112222',
  receive: 'courier',
  city: 'الرياض',
  street: 'شارع العليا',
  delivery: 'توصيل',
};
const stock = async () => (await call('GET', '/products?search=QHW-1', who))[0].stock;
/** An order placed by a shopper, as the list shows it. */
const createOrder = async (order) => {
  await placeOrder(who.shop, { product: coffee, ...order });
  return (await call('GET', '/orders?per_page=1', who))[0];
};

test('a store with three orders', async () => {
  who = await merchant({ mobile: '+966551004001', slug: 'orders', store: 'محمصة' });
  coffee = await product(who, { name: { ar: 'قهوة', en: 'Coffee' }, sku: 'QHW-1', regular_price: '45.00', qty: 50 });
  const name = { ar: 'توصيل', en: 'Courier' };
  const method = {
    provider: 'CUSTOM',
    name,
    is_active: true,
    is_fixed_cost: true,
    fixed_cost: '20.00',
    is_cod_allowed: true,
  };
  await call('POST', '/shipping-methods', { ...who, body: { ...method, note: {}, countries: [], cities: [] } });
  orders = [
    await createOrder(khaled),
    await createOrder({ ...sara, quantity: 2 }),
    await createOrder({ ...sara, name: 'ليلى', mobile: '0533334444' }),
  ];
  assert.deepEqual(
    orders.map((o) => o.total),
    ['45.00', '110.00', '65.00'],
  );
  assert.equal(await stock(), 46);
  page = await open({ storage: signedIn(who.session) });
});

test('OR-01 SH-05: a new order appears in the open list, and the menu counts it, without a reload', async () => {
  await page.goto(`${base}/orders/list`);
  await orderRow(page, orders[2].number).waitFor();
  await until('the counter', async () => (await waiting(page, w)) === 3);
  await settle(page);
  await page.evaluate(() => (window.sameDocument = true));
  const fresh = await createOrder({ ...khaled, name: 'منى', mobile: '0561112233' });
  await orderRow(page, fresh.number).getByText('منى').waitFor();
  await until('the counter', async () => (await waiting(page, w)) === 4);
  assert.equal(await page.evaluate(() => window.sameDocument), true);
  await becomes(() => page.locator('tbody tr[data-row]').first().getByText('منى').count(), 1, 'on top');
  await inspect(page, 'orders, live');
});

/** Transitions of decisions §5 in the page's order: the usual next one first. */
const moves = {
  PEND: ['next.PRCS'],
  PRCS: ['next.RDYS', 'next.RDYP'],
  RDYS: ['next.SHPD', 'next.PRCS.back'],
  SHPD: ['next.ODLV', 'next.DLVR', 'next.RFSD', 'next.RTRN'],
  DLVR: ['next.RTRN'],
};
const cancellable = ['PEND', 'PRCS', 'RDYS'];
const editable = ['PEND', 'PRCS'];

test('OR-03: only legal moves are offered, from review to delivery, and the API refuses the others', async () => {
  const [, order] = orders;
  await openOrder(page, order.id);
  const statuses = [
    ['PEND', 'next.PRCS'],
    ['PRCS', 'next.RDYS'],
    ['RDYS', 'next.SHPD'],
    ['SHPD', 'next.ODLV'],
  ];
  for (const [from, action] of statuses) {
    await atStatus(page, w, from);
    await page.getByRole('button', { name: w.nextStatus(action), exact: true }).waitFor();
    const more = cancellable.includes(from) ? [w.order('pay.mark'), w.nextStatus('next.CNCL')] : [w.order('pay.mark')];
    if (editable.includes(from)) more.push(w.order('edit'));
    more.push(w.orderDraft('duplicate'), ...shopperEntries(w));
    const expected = [...moves[from].slice(1).map((key) => w.nextStatus(key)), ...more];
    await isOffered(page, w, expected, from);
    await step(page, w, action, action.slice(5));
  }
  await step(page, w, 'next.DLVR', 'DLVR');
  // The next step is to record the collected cash.
  await page
    .getByRole('button', { name: w.order('pay.collected'), exact: true })
    .first()
    .waitFor();
  await isOffered(page, w, [
    w.order('pay.mark'),
    w.orderDraft('duplicate'),
    ...shopperEntries(w),
    w.nextStatus('next.RTRN'),
  ]);
  const track = page.getByRole('list', { name: w.order('track') });
  await until('the track', async () => (await track.locator('[data-state=done]').count()) === 5);
  await assert.rejects(
    call('PUT', `/orders/${order.id}/status`, { ...who, body: { status: 'PRCS' } }),
    /409.*illegal_transition/,
  );
  await inspect(page, 'an order, delivered');
});

test('OR-04: by the keyboard the focus is on the next step after each, and on the status where none follows', async () => {
  const order = await createOrder({ ...sara, name: 'هند', mobile: '0544445555' });
  await openOrder(page, order.id);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const steps = ['PRCS', 'RDYS', 'SHPD', 'ODLV', 'DLVR'];
  await page.getByRole('button', { name: w.nextStatus('next.PRCS'), exact: true }).focus();
  for (const [index, status] of steps.entries()) {
    const told = page.getByRole('status').getByText(w.orders('statusChanged', { status: w.status(`order.${status}`) }));
    // The toast may be gone when a slow page has the next step.
    await Promise.all([told.waitFor(), page.keyboard.press('Enter')]);
    await atStatus(page, w, status);
    // The cash is collected after the delivery.
    const next = steps[index + 1] ? w.nextStatus(`next.${steps[index + 1]}`) : w.order('pay.collected');
    await becomes(focused, next, `the focus at ${status}`);
    await settle(page);
    assert.equal(await focused(), next, 'and it stays there');
  }
  // The menu and a dialog: nothing follows a cancelled order.
  const unwanted = await createOrder({ ...khaled, name: 'نوف', mobile: '0544446666' });
  await openOrder(page, unwanted.id);
  await page.getByRole('button', { name: w.order('more'), exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: String(unwanted.number) });
  await dialog.getByRole('button', { name: w.nextStatus('next.CNCL'), exact: true }).press('Enter');
  await atStatus(page, w, 'CNCL');
  await becomes(focused, w.status('order.CNCL'), 'the focus after a dialog');
});

test('PY-01: paid by hand after a question, and back only with a reason', async () => {
  await openOrder(page, orders[1].id);
  await markPaid(page, w);
  await act(page, w, w.order('pay.unmark'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label(w.order('reason'))).waitFor();
  await inspect(page, 'an order, dialog of not paid');
  await dialog.getByRole('button', { name: w.order('pay.unmark'), exact: true }).click();
  await dialog.getByText(w.shared('rule.required')).waitFor();
  await dialog.getByLabel(label(w.order('reason'))).fill('لم يصل المبلغ');
  await dialog.getByRole('button', { name: w.order('pay.unmark'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('لم يصل المبلغ').waitFor();
  assert.equal((await call('GET', `/orders/${orders[1].id}`, who)).payment_status, 'not_paid');
});

test('OR-04: a cancelled order gives its goods back, and the list of products shows it', async () => {
  const before = await stock();
  const order = await createOrder({ ...khaled, quantity: 3 });
  const expectPieces = async (pieces) => {
    await page.goto(`${base}/products/list`);
    const text = w.products('stock.pieces', { count: pieces, number: String(pieces) });
    await page.getByRole('row', { name: /QHW-1/ }).getByText(text, { exact: true }).waitFor();
  };
  await expectPieces(before - 3);
  await openOrder(page, order.id);
  await act(page, w, w.nextStatus('next.CNCL'));
  const dialog = page.getByRole('dialog', { name: String(order.number) });
  assert.ok(await dialog.getByRole('checkbox', { name: label(w.order('restock')) }).isChecked());
  await inspect(page, 'an order, dialog of cancelling');
  await dialog.getByText(w.order('reason.customer'), { exact: true }).click();
  await dialog.getByRole('button', { name: w.nextStatus('next.CNCL'), exact: true }).click();
  await atStatus(page, w, 'CNCL');
  await page.getByText(w.order('act.restocked', { count: 1 })).waitFor();
  await isOffered(page, w, [w.orderDraft('duplicate'), ...shopperEntries(w)]);
  await expectPieces(before);

  // Without the checkbox the goods are not restocked.
  const broken = await createOrder({ ...khaled, quantity: 2 });
  await openOrder(page, broken.id);
  await act(page, w, w.nextStatus('next.CNCL'));
  await page.getByRole('checkbox', { name: label(w.order('restock')) }).uncheck();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w.nextStatus('next.CNCL'), exact: true })
    .click();
  await atStatus(page, w, 'CNCL');
  await expectPieces(before - 2);
});

test('OR-04: whoever opens a refused order is told what comes next, and repeats it', async () => {
  const refused = await createOrder({
    ...khaled,
    receive: 'courier',
    city: 'الرياض',
    street: 'شارع العليا',
    delivery: 'توصيل',
  });
  for (const status of ['PRCS', 'RDYS', 'SHPD', 'RFSD'])
    await call('PUT', `/orders/${refused.id}/status`, { ...who, body: { status } });
  await openOrder(page, refused.id);
  const alert = page.getByRole('alert').filter({ hasText: w.order('refused.title') });
  await alert.getByText(w.order('refused.text')).waitFor();
  await inspect(page, 'an order that was refused at the door');
  const previewed = page.waitForResponse((response) => response.url().endsWith('/draft/preview'));
  await alert.getByRole('button', { name: w.orderDraft('duplicate'), exact: true }).click();
  await page.waitForURL(/\/edit$/);
  const [draft] = await call('GET', '/orders?filter[status]=DRFT', who);
  assert.ok(page.url().includes(draft.id));
  // Its page requests a preview; the draft is deleted once no page shows it.
  await previewed;
  await openOrder(page, refused.id);
  await call('DELETE', `/orders/${draft.id}/draft`, { ...who, body: {} });
});

test('OR-07: a comment stands in the activity with its author', async () => {
  await openOrder(page, orders[0].id);
  await page.getByLabel(w.activity('comment.label')).fill('يفضّل الاتصال بعد العصر');
  await page.getByRole('button', { name: w.activity('comment.send'), exact: true }).click();
  const entry = page
    .getByRole('list', { name: w.activity('title') })
    .getByRole('listitem')
    .first();
  await entry.getByText('يفضّل الاتصال بعد العصر').waitFor();
  await entry.getByText('نورة العتيبي').waitFor();
  await inspect(page, 'an order, commented');
});

test('OR-01: search in any form of digits and letters; search, filter and sort live in the URL', async () => {
  const box = page.getByRole('searchbox', { name: w.orders('search') });
  const numbers = async () =>
    (await page.locator('tbody tr[data-row] td:nth-child(2)').allInnerTexts()).map((text) =>
      Number(/\d+/.exec(text)[0]),
    );
  const shows = (expected) =>
    until(`orders ${expected}`, async () => JSON.stringify(await numbers()) === JSON.stringify(expected));
  await page.goto(`${base}/orders/list`);
  await orderRow(page, orders[1].number).waitFor();
  for (const searchText of ['٠٥٠١١١٢٢٢٢', '+966501112222', 'ساره القحطانى', String(orders[1].number)]) {
    await box.fill(searchText);
    await shows([orders[1].number]);
  }
  await box.fill('');
  await page.getByRole('button', { name: label(w.status('order.PEND')) }).click();
  await page.waitForURL(/status=PEND/);
  await page
    .getByRole('columnheader', { name: w.orders('col.total') })
    .getByRole('button')
    .click();
  await page.waitForURL(/sort=-?total/);
  await until('a sorted list', async () => (await numbers()).length === 3);
  await settle(page);
  const search = () => [...new URL(page.url()).searchParams].sort().join('&');
  const [searchBefore, shownNumbers] = [search(), await numbers()];
  assert.deepEqual([...shownNumbers].sort(), [orders[0].number, orders[2].number, orders[2].number + 1].sort());
  await page.reload();
  await shows(shownNumbers);
  assert.equal(search(), searchBefore);
  await page.locator('tbody tr[data-row]').first().getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /#/ }).waitFor();
  await page.goBack();
  await shows(shownNumbers);
  assert.equal(search(), searchBefore);
  // The page's back link leads there as well.
  await page.locator('tbody tr[data-row]').first().getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /#/ }).waitFor();
  await page.getByRole('link', { name: w.shared('back'), exact: true }).click();
  await shows(shownNumbers);
  assert.equal(search(), searchBefore);
});

test('an order is worked on with a phone, in English and dark', async () => {
  const en = words('en');
  const narrow = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await narrow.goto(`${base}/orders/list`);
  await narrow.getByText('ليلى').click();
  await narrow.getByRole('heading', { level: 1, name: `#${orders[2].number}` }).waitFor();
  await inspect(narrow, 'an order');
  await step(narrow, en, 'next.PRCS', 'PRCS');
  await markPaid(narrow, en);
  await act(narrow, en, en.nextStatus('next.CNCL'));
  await inspect(narrow, 'an order, dialog of cancelling');
  await narrow
    .getByRole('dialog')
    .getByRole('button', { name: en.nextStatus('next.CNCL'), exact: true })
    .click();
  await atStatus(narrow, en, 'CNCL');
  await narrow.getByRole('link', { name: en.shared('back'), exact: true }).click();
  // The row: for a moment the order's page, with the same name, is still there and only hidden.
  await narrow.getByRole('link', { name: /ليلى #/ }).waitFor();
  await inspect(narrow, 'orders');
});

finishStory('orders');
