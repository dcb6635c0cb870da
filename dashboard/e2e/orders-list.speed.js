// Time until the orders list is usable on a slow machine: the CPU is throttled four times, the cache is empty. The
// result is printed and not asserted, because it depends on other load; the goal is two seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, go, open, settle } from './harness.js';

const runs = 3;
const slowdown = 4;

const rowsAreHere = 'rows are here';

/**
 * Runs in the page: the time of the frame with the first rows, and the end of the last long task. It tells of the rows by
 * a message: whoever waits for an element runs code in the page, for a tenth of the time that is measured.
 */
function watch(message) {
  window.speed = { rows: 0, busy: 0, checked: 0 };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries())
      window.speed.busy = Math.max(window.speed.busy, task.startTime + task.duration);
  }).observe({ type: 'longtask', buffered: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-row]')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      window.speed.rows = performance.now();
      // oxlint-disable-next-line no-console -- the page's only way out without code of the test in it
      console.debug(message);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('click', (event) => {
    const from = event.timeStamp;
    requestAnimationFrame(() => setTimeout(() => (window.speed.checked = performance.now() - from)));
  });
}

/** Runs in the page: goes back, and gives the milliseconds until rows of orders are seen. */
function comeBack() {
  return new Promise((resolve) => {
    const from = performance.now();
    const areRowsSeen = () =>
      [...document.querySelectorAll('[data-row] a[href^="/orders/view/"]')].some((link) => link.checkVisibility());
    const look = () => (areRowsSeen() ? resolve(performance.now() - from) : requestAnimationFrame(look));
    history.back();
    look();
  });
}

/** A user signed in to a store with orders: the demo store where there is one, else a new one. */
async function createMerchant() {
  const { has_demo: hasDemo } = await call('GET', '/demo/status');
  if (hasDemo) return call('POST', '/demo', { body: {} });
  const who = await merchant({ mobile: '+966551008003', slug: 'speed', store: 'سرعة' });
  const coffee = await product(who, { name: { ar: 'قهوة', en: 'Coffee' }, regular_price: '45.00', qty: 100 });
  for (let i = 0; i < 22; i += 1)
    await placeOrder(who.shop, { product: coffee, name: 'خالد الحربي', mobile: `05576543${10 + i}` });
  return who.session;
}

async function measure(session) {
  const page = await open({ storage: signedIn(session) });
  await page.addInitScript(watch, rowsAreHere);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const rowsShown = page.waitForEvent('console', { predicate: (said) => said.text() === rowsAreHere, timeout: 60_000 });
  await page.goto(`${base}/orders/list`, { waitUntil: 'commit' });
  await rowsShown;
  const { metrics } = await browser.send('Performance.getMetrics');
  const processor = (metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0) * 1000;
  // Idle: half a second without a long task.
  await page.waitForFunction(() => performance.now() - Math.max(window.speed.rows, window.speed.busy) > 500, null, {
    timeout: 60_000,
  });
  // Read before the click: the first interaction fetches the code of menus and tooltips.
  const { rows, busy } = await page.evaluate(() => window.speed);
  // With the document itself; calls of the API and what the server streams are among them.
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').length + 1);
  const box = page.locator('[data-row] input[type=checkbox]').first();
  await box.click();
  await page.waitForFunction(() => window.speed.checked > 0);
  assert.ok(await box.isChecked());
  const { checked } = await page.evaluate(() => window.speed);
  // Back from an order that was opened from the list, and from another list.
  const order = page.locator('[data-row] a[href^="/orders/view/"]').first();
  await order.click();
  await page.waitForURL('**/orders/view/**');
  await order.waitFor({ state: 'hidden' });
  await settle(page);
  const revisit = await page.evaluate(comeBack);
  await page.waitForFunction(() => performance.now() - window.speed.busy > 500);
  await go(page, '/customers/list');
  await page.locator('[data-row] a[href^="/customers/view/"]').first().waitFor();
  const otherList = await page.evaluate(comeBack);
  await page.context().close();
  return { rows, usable: Math.max(rows, busy), answer: checked, processor, requests, revisit, otherList };
}

test('the orders list on a slow machine', async (context) => {
  const session = await createMerchant();
  const found = [];
  const startedAt = Date.now();
  // On a busy machine fewer runs are made, without a failure.
  while (found.length < runs && (found.length === 0 || Date.now() - startedAt < 45_000))
    found.push(await measure(session));
  const median = (name) => found.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(found.length / 2)];
  context.diagnostic(
    `orders list at ${slowdown}x, median of ${found.length}: rows after ${median('rows').toFixed(0)} ms, ` +
      `usable after ${median('usable').toFixed(0)} ms (goal 2000), a click answers in ${median('answer').toFixed(0)} ms, ` +
      `${median('processor').toFixed(0)} ms of processor on the main thread, ${median('requests')} requests, ` +
      `back to the list in ${median('revisit').toFixed(0)} ms from an order, ${median('otherList').toFixed(0)} ms from another list`,
  );
  assert.ok(median('rows') > 0);
});

finishStory('speed');
