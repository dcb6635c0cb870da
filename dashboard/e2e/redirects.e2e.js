// ST-08: a visitor's old link is missed, the merchant sends it on, and files bring many of them.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
const r = w.redirects;
let who, page, shopper;

const list = `${base}/settings/store/redirects`;
const button = (text, where = page) => where.getByRole('button', { name: text, exact: true });
const oldLink = () => page.getByLabel(r('form.address')).first();
const newLink = () => page.getByLabel(r('form.target')).first();
const stored = async () => (await call('GET', '/redirects?sort=address', who)).map((each) => each.address);

/** A visitor's browser: the headless one of the stories counts as a program. */
const visit = (path) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const headers = {
      host: new URL(who.shop).host,
      accept: 'text/html',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      referer: 'https://www.google.com/search?q=x',
    };
    request({ hostname, port, path, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

test('ST-08: a link that a visitor tried in vain is counted', async () => {
  who = await merchant({ mobile: '+966551041015', slug: 'redirects', store: 'قطن نجد' });
  await product(who, {
    name: { ar: 'قميص قطن', en: 'Cotton shirt' },
    page_link: 'cotton-shirt',
    regular_price: '90.00',
  });
  shopper = await open({ viewport: phone });
  assert.deepEqual(
    [await visit('/shop/cotton-shirt.html?from=ad'), await visit('/shop/cotton-shirt.html')],
    [404, 404],
  );
  page = await open({ storage: signedIn(who.session) });
  await page.goto(list);
  await page.getByText(r('empty'), { exact: true }).waitFor();
  await inspect(page, 'no redirects');
  // Visits are written every few seconds.
  await until('the missed link', async () => (await call('GET', '/missed-addresses', who)).length > 0);
  await page.getByRole('link', { name: r('tab.missed'), exact: true }).click();
  await page.getByText('/shop/cotton-shirt.html', { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'missed links', { isInBothSkins: true });
});

test('ST-08: it is sent to the product that is named alike', async () => {
  await page.getByRole('link', { name: r('missed.redirectOf', { name: '/shop/cotton-shirt.html' }) }).click();
  await button(r('form.use', { target: '/products/cotton-shirt' })).click();
  await becomes(() => newLink().inputValue(), '/products/cotton-shirt');
  await settle(page);
  await inspect(page, 'a redirect for a missed link');
  await button(w.shared('save')).click();
  await page.getByText(r('missed.empty'), { exact: true }).waitFor();
  await shopper.goto(`${who.shop}/en/shop/cotton-shirt.html`);
  assert.equal(new URL(shopper.url()).pathname, '/en/products/cotton-shirt');
});

test('ST-08: a page that exists is told of, and a loop is refused at its field', async () => {
  await page.getByRole('link', { name: r('tab.list'), exact: true }).click();
  await page
    .getByRole('link', { name: r('add'), exact: true })
    .first()
    .click();
  await oldLink().fill('/products/cotton-shirt');
  await newLink().fill('/shop/cotton-shirt.html');
  await page.getByText(r('form.live'), { exact: true }).waitFor();
  page.expected.push('422 /dashboard/v1/redirects');
  await button(w.shared('save')).click();
  await until('the refusal', async () => (await newLink().getAttribute('aria-invalid')) === 'true');
  await settle(page);
  await inspect(page, 'a loop');
  await newLink().fill('/collections');
  await button(w.shared('save')).click();
  await page.getByText(r('form.savedWaiting'), { exact: true }).waitFor();
});

test('ST-08: a file is previewed, with the rows it leaves out, and imported', async () => {
  await button(r('import')).click();
  const content =
    'الرابط القديم;الرابط الجديد\n/من-نحن.html;/pages/about\n/cart;/x\n/blog/2020;https://blog.example/2020\n';
  await page.setInputFiles('input[type=file]', { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await button(r('import.apply', { count: 2 })).waitFor();
  await settle(page);
  await inspect(page, 'the preview of a file', { isInBothSkins: true });
  await button(r('import.apply', { count: 2 })).click();
  // The preview names it as well.
  await becomes(
    async () => (await stored()).join(' '),
    '/blog/2020 /products/cotton-shirt /shop/cotton-shirt.html /من-نحن.html',
  );
  await page.locator('tbody tr[data-row]').filter({ hasText: '/من-نحن.html' }).waitFor();
});

test('ST-08: redirects are searched, deleted and brought back', async () => {
  await page.getByPlaceholder(r('search')).fill('blog');
  await until('one row', async () => (await page.locator('tbody tr[data-row]').count()) === 1);
  await button(r('rowMenu', { name: '/blog/2020' })).click();
  await page.getByRole('menuitem', { name: w.shared('delete'), exact: true }).click();
  // The pointer holds the toast, and the undo in it.
  await button(r('undo')).hover();
  await until('it is gone', async () => (await stored()).length === 3);
  await button(r('undo')).click();
  await until('it is back', async () => (await stored()).length === 4);
  await page.getByPlaceholder(r('search')).fill('');
  await until('all rows', async () => (await page.locator('tbody tr[data-row]').count()) === 4);
});

test('ST-08: one whose page is still there is marked, and works once the page is gone', async () => {
  const row = page
    .locator('tbody tr[data-row]')
    .filter({ hasText: '/products/cotton-shirt' })
    .filter({ hasText: '/collections' });
  await row.getByText(r('waiting'), { exact: true }).waitFor();
  await row.getByText(r('waitingText'), { exact: true }).waitFor();
  await becomes(() => page.getByText(r('waiting'), { exact: true }).count(), 1);
  await settle(page);
  await inspect(page, 'redirects, one waits', { isInBothSkins: true });
});

test('ST-08: several are deleted together and come back with their hits', async () => {
  const before = await call('GET', '/redirects?sort=address', who);
  await page.getByRole('checkbox').first().check();
  await button(w.shared('delete'), page.getByRole('toolbar')).click();
  await page.getByText(r('deletedMany', { count: 4 }), { exact: true }).waitFor();
  await button(r('undo')).hover();
  assert.deepEqual(await stored(), []);
  // Meanwhile somebody gives one of the addresses away.
  await call('POST', '/redirects', { ...who, body: { address: '/blog/2020', target: '/collections' } });
  await settle(page);
  await inspect(page, 'redirects deleted together');
  await button(r('undo')).click();
  await page.getByText(r('notRestored', { count: 1 }), { exact: true }).waitFor();
  const after = await call('GET', '/redirects?sort=address', who);
  const facts = ({ address, target, hits, created_at }) => [address, target, hits, created_at];
  assert.deepEqual(after.slice(1).map(facts), before.slice(1).map(facts));
  assert.equal(after[0].target, '/collections');
  await settle(page);
  await inspect(page, 'redirects brought back, but one');
});

test('ST-08: on a phone, in English and in the dark too', async () => {
  const small = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await small.goto(list);
  await small.getByText('/blog/2020', { exact: true }).first().waitFor();
  await settle(small);
  await inspect(small, 'redirects, phone');
  await small.goto(`${list}/new`);
  await small.getByLabel(words('en').redirects('form.address')).first().waitFor();
  await settle(small);
  await inspect(small, 'a redirect, phone');
});

finishStory('redirects');
