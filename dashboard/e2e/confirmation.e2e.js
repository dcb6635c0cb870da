// The call queue in the browser, by keyboard alone; the trust score on the order's page; rules with their preview.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, resize, settle } from './harness.js';
import { openTrust } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, orders;

const dialog = () => page.getByRole('dialog');
const statusOf = async (order) => (await call('GET', `/orders/${order.id}`, who)).status;
const heading = (order) =>
  page.getByText(w.confirm('order', { number: `\u2066#${order.number}\u2069` }), { exact: true });

test('a store with three cash orders of two people', async () => {
  who = await merchant({ mobile: '+966551020020', slug: 'confirmdesk', store: 'بيت القهوة' });
  const body = { calls_from: '00:00', calls_until: '23:59', first_retry_hours: 3, second_retry_hours: 20 };
  await call('PUT', '/confirmations/settings', { ...who, body });
  const beans = await product(who, { name: { ar: 'حبوب قهوة', en: 'Beans' }, regular_price: '60.00', qty: 40 });
  await placeOrder(who.shop, { product: beans, name: 'سلمان الشمري', mobile: '0557202001' });
  await placeOrder(who.shop, { product: beans, name: 'منى القحطاني', mobile: '0557202002' });
  await placeOrder(who.shop, { product: beans, name: 'سلمان الشمري', mobile: '0557202001', note: 'بعد المغرب' });
  orders = await call('GET', '/orders?sort=number', who);
  page = await open({ storage: signedIn(who.session) });
});

const holder = async (order) =>
  (await call('GET', '/confirmations?state=waiting', who)).find(({ id }) => id === order.id);
const tab = (name) => page.getByRole('navigation', { name: w.confirm('title') }).getByRole('link', { name });

test('OR-01: the desk opens with the next customer and all of their orders, and lets them go when it is left', async () => {
  await page.goto(`${base}/orders/confirm`);
  await heading(orders[0]).waitFor();
  const queue = page.getByRole('region', { name: w.confirm('queue') });
  await queue.locator('[aria-current]').getByText('سلمان الشمري').waitFor();
  await queue
    .getByRole('button', { name: /منى القحطاني/ })
    .getByText(w.confirm('queue.next'), { exact: true })
    .waitFor();
  assert.ok((await holder(orders[0])).held_by);
  await tab(new RegExp(`^${w.confirm('tab.waiting')}`)).click();
  await page.waitForURL(/waiting$/);
  await until('the customer is free', async () => !(await holder(orders[0])).held_by);
  await tab(new RegExp(`^${w.confirm('tab.desk')}`)).click();
  await heading(orders[0]).waitFor();
  // The sixth key skips; the list takes one out of turn, whose name is read out.
  await page.keyboard.press('6');
  await heading(orders[1]).waitFor();
  await queue.getByText(w.confirm('queue.skipped'), { exact: true }).waitFor();
  await inspect(page, 'the desk, one skipped');
  await queue.getByRole('button', { name: /سلمان الشمري/ }).click();
  await heading(orders[0]).waitFor();
  await until('the name has the focus', () =>
    page.getByRole('heading', { name: 'سلمان الشمري' }).evaluate((name) => name === document.activeElement),
  );
  await page.getByRole('button', { name: w.confirm('stop'), exact: true }).click();
  await page.getByText(w.confirm('startText', { count: 3 })).waitFor();
  await inspect(page, 'the desk, paused');
  await page.keyboard.press('Enter');
  await heading(orders[0]).waitFor();
  await page.getByRole('radiogroup', { name: w.confirm('ordersOf', { count: 2 }) }).waitFor();
  await page.getByText(w.trust('title')).waitFor();
  await settle(page);
  await inspect(page, 'the desk');
  const link = await page.getByRole('link', { name: new RegExp(w.confirm('whatsapp')) }).getAttribute('href');
  assert.match(decodeURIComponent(link), /^https:\/\/wa\.me\/966557202001\?text=مرحبًا سلمان الشمري/);
  await page.keyboard.press('ArrowDown');
  await heading(orders[2]).waitFor();
  await page.getByText('بعد المغرب').waitFor();
  await page.keyboard.press('ArrowUp');
  await heading(orders[0]).waitFor();
  await page.keyboard.press('?');
  await dialog().getByText(w.shortcuts('keys.palette')).waitFor();
  await inspect(page, 'the desk, its keys');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('OR-04: one key an outcome; what was not meant is taken back', async () => {
  await page.keyboard.press('2');
  await heading(orders[2]).waitFor();
  await page.keyboard.press('u');
  await page.getByText(w.confirm('undone')).waitFor();
  await heading(orders[0]).waitFor();
  await page.keyboard.press('1');
  await page.getByText(w.confirm('done.confirmed')).waitFor();
  await until('the order moves', async () => (await statusOf(orders[0])) === 'PRCS');
  await heading(orders[2]).waitFor();
  await page.keyboard.press('3');
  await dialog().getByText(w.confirm('postpone.tomorrow')).click();
  await inspect(page, 'the desk, postponing');
  await dialog()
    .getByRole('button', { name: w.confirm('postpone.do'), exact: true })
    .click();
  await heading(orders[1]).waitFor();
  await page.keyboard.press('5');
  await dialog().getByText(w.confirm('cancel.r1')).click();
  await inspect(page, 'the desk, cancelling');
  await dialog()
    .getByRole('button', { name: w.confirm('cancel.do'), exact: true })
    .click();
  await page.getByText(w.confirm('empty'), { exact: true }).waitFor();
  await until('the order is cancelled', async () => (await statusOf(orders[1])) === 'CNCL');
});

test('OR-01: what waits, and what the calls came to', async () => {
  await page.goto(`${base}/orders/confirm/waiting`);
  await page.getByRole('link', { name: `#${orders[2].number}` }).waitFor();
  await inspect(page, 'orders that wait for a call');
  await page.goto(`${base}/orders/confirm/figures`);
  await page.getByRole('columnheader', { name: w.confirm('fig.rate') }).waitFor();
  await becomes(() => page.getByRole('cell', { name: '3', exact: true }).count(), 2, 'three orders, three calls');
  await inspect(page, 'what calls came to');
  await resize(page, phone);
  await page.goto(`${base}/orders/confirm`);
  await page.getByText(w.confirm('empty'), { exact: true }).waitFor();
  await inspect(page, 'the desk on a phone');
  await resize(page, { width: 1440, height: 900 });
});

test('OR-02: the order says how far it is trusted, and an open one leads to the desk', async () => {
  await page.goto(`${base}/orders/view/${orders[2].id}`);
  await page.getByText(w.trust('state.waiting')).waitFor();
  await openTrust(page, w);
  await page.getByText(w.trust('call.postponed'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'an order with its trust');
  await page.getByRole('link', { name: w.trust('callNow') }).click();
  // The call queue removes the order from its address once it has read it. The order's own page has the same heading.
  const address = () => page.url().slice(base.length);
  await becomes(address, '/orders/confirm', 'the address names no order any more');
  await heading(orders[2]).waitFor();
});

test('OR-01: rules are suggested, previewed and kept', async () => {
  await page.goto(`${base}/payment-settings/cod-rules`);
  await page.getByRole('button', { name: w.codRules('suggest') }).click();
  await page.getByRole('button', { name: w.codRules('previewDo') }).click();
  await page.locator('tr[data-action=confirm]').waitFor();
  await inspect(page, 'rules for cash orders');
  page.expected.push('422 /dashboard/v1/cod-rules');
  await page
    .getByLabel(label(w.codRules('name')))
    .first()
    .fill('');
  await page.getByRole('button', { name: w.shared('save'), exact: true }).click();
  await page.getByText(w.shared('rule.required')).first().waitFor();
  await page
    .getByLabel(label(w.codRules('name')))
    .first()
    .fill('رقم يرفض كثيرًا');
  await page.getByRole('button', { name: w.shared('save'), exact: true }).click();
  await until('the rules are kept', async () => (await call('GET', '/cod-rules', who)).rules.length === 3);
  const { rules } = await call('GET', '/cod-rules', who);
  assert.deepEqual([rules[0].name, rules[0].action, rules[2].score_from], ['رقم يرفض كثيرًا', 'hide_cod', 65]);
});

finishStory('confirmation');
