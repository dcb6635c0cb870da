// Reports in the browser: visits of the storefront, sales by day, their breakdown, and a chart downloaded as a file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { test } from 'node:test';
import { base, becomes, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
let who, page;

/** Opens a page of the store with a browser's User-Agent. */
const visit = (path, agent) =>
  new Promise((resolve, reject) => {
    const { port } = new URL(base);
    const headers = { host: new URL(who.shop).host, 'user-agent': agent };
    const visitRequest = request({ host: '127.0.0.1', port, path, headers }, (answer) =>
      answer.resume().on('end', resolve),
    );
    visitRequest.on('error', reject).end();
  });

test('a store with two visitors, five page views and an order', async () => {
  who = await merchant({ mobile: '+966551006061', slug: 'figures', store: 'متجر الأرقام' });
  const dates = await product(who, { name: { ar: 'تمر سكري', en: 'Sukkari dates' }, regular_price: '45.00' });
  const phones = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
  const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  for (const agent of [phones, phones, phones, laptop, laptop, 'Mozilla/5.0 (compatible; Googlebot/2.1)']) {
    await visit('/', agent);
  }
  await placeOrder(who.shop, { product: dates, quantity: 2, name: 'هند الشهري', mobile: '0557001191' });
  await until('the page views', async () => (await call('GET', '/home-summary', who)).now.page_views === 5);
  page = await open({ storage: signedIn(who.session) });
});

test('DB-01: the home page tells sales, visitors and page views', async () => {
  await page.goto(`${base}/`);
  const card = (name) => page.locator('.mantine-Card-root', { has: page.getByText(name, { exact: true }) });
  await card(w.home('visitors')).getByText('2', { exact: true }).waitFor();
  await card(w.home('visitors'))
    .getByText(w.home('views', { count: 5 }))
    .waitFor();
  await card(w.home('sales')).getByText('90.00').first().waitFor();
  await settle(page);
  await inspect(page, 'home with figures');
});

test('DB-01: the sales report, its chart by keyboard, as a table and as a file', async () => {
  await page
    .getByRole('link', { name: w.titles('salesReport'), exact: true })
    .first()
    .click();
  const chart = page.getByRole('slider');
  await chart.waitFor();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await until('the last day', async () => /90\.00/.test(await chart.getAttribute('aria-valuetext')));
  await page.getByText('تمر سكري').waitFor();
  await page.getByText(w.reports('payment.COD')).waitFor();
  await settle(page);
  await inspect(page, 'sales report');
  await page.getByText(w.reports('period.7'), { exact: true }).click();
  await page.waitForURL(/period=7/);
  // The days of before stand there until those of the week have come.
  await settle(page);
  const section = page.locator('section', { has: chart });
  const downloading = page.waitForEvent('download');
  await section.getByRole('button', { name: w.charts('csv') }).click();
  const file = await downloading;
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, 8, 'a line a day, and their names');
  assert.match(lines[7], /^\d{4}-\d\d-\d\d,90\.00,0\.00$/);
  await section.getByRole('button', { name: w.charts('asTable') }).click();
  await page.getByRole('columnheader', { name: w.reports('day'), exact: true }).waitFor();
  // Away from the button, whose tooltip would still cover the page.
  await page.mouse.move(1, 1);
  await settle(page);
  await inspect(page, 'sales report as a table');
});

test('DB-01: the visits report by day and by hour, on a phone as well', async () => {
  await page.goto(`${base}/dashboard/analytics?period=7`);
  await page.getByText('5', { exact: true }).first().waitFor();
  await becomes(() => page.getByRole('slider').count(), 2);
  await settle(page);
  await inspect(page, 'visits report');
  const phonePage = await open({ storage: signedIn(who.session), viewport: phone });
  await phonePage.goto(`${base}/dashboard/analytics?period=7`);
  await phonePage.getByRole('slider').first().waitFor();
  await settle(phonePage);
  await inspect(phonePage, 'visits report, phone');
});

finishStory('reports');
