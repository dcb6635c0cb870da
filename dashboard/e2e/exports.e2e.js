// PR-09: an export of the product list is imported again without changes. CA-01: carts are exported as well.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, signedIn } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import * as imports from './pages/imports.js';
import { words } from './words.js';

const w = words('ar');
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
let who;
let page;
let first;

test('a merchant with a few awkward products', async () => {
  who = await merchant({ mobile: '+966551003009', slug: 'exports', name: 'هند', store: 'دار العود' });
  for (const [n, name] of ['=عود', 'بخور, "خاص"', 'مسك | عنبر'].entries()) {
    const body = {
      name: { ar: name, en: n === 1 ? 'Incense' : '' },
      sku: `EXP-${n}`,
      regular_price: `${45 + n}.50`,
      qty: n,
      is_published: n !== 2,
      tags: ['هدايا', 'أ, ب'],
    };
    const created = await call('POST', '/products', { ...who, body });
    first ??= created;
  }
  page = await open({ storage: signedIn(who.session) });
});

/** Opens the export dialog from the list's header, chooses a format and returns the file. */
async function download(format) {
  await page.getByRole('button', { name: w.products('export'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(format === 'csv' ? 'CSV' : w.exports('format.xlsx'), { exact: true }).click();
  await inspect(page, 'export dialog');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: w.exports('start'), exact: true }).click(),
  ]);
  await dialog.getByText(w.exports('ready')).waitFor();
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  assert.ok(path.endsWith(`.${format}`));
  await page.keyboard.press('Escape');
  return path;
}

for (const format of ['xlsx', 'csv']) {
  test(`${format}: the filtered list is exported; imported again, every product is as it was`, async () => {
    await page.goto(`${base}/products/list?search=EXP&state=published`);
    await page.getByText('EXP-0').first().waitFor();
    const before = await call('GET', '/products?search=EXP', who);
    const path = await download(format);
    await imports.choose(page, w, path);
    await page.getByText(w.imports('format.rawaj')).waitFor();
    assert.deepEqual(await imports.dryRunOfNothing(page, w), [0, 0, 2, 0]);
    await inspect(page, 'export imported again');
    const after = await call('GET', '/products?search=EXP', who);
    assert.deepEqual(
      after.map((row) => row.version),
      before.map((row) => row.version),
    );
  });
}

test('an import that only changes products leaves new ones out', async () => {
  await page.getByRole('button', { name: w.imports('map.show') }).click();
  await page.getByRole('radio', { name: new RegExp(w.imports('mode.update')) }).click();
  await settle(page);
  await page.getByText(w.imports('status.mapping')).first().waitFor();
  assert.deepEqual(await imports.dryRunOfNothing(page, w), [0, 0, 2, 0]);
});

test('on a phone the window fills the screen', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/products/list`);
  await phonePage.getByText('EXP-0').first().waitFor();
  await phonePage
    .getByRole('button', { name: w.shared('page.more') })
    .first()
    .click();
  await phonePage.getByRole('menuitem', { name: w.products('export') }).click();
  await phonePage.getByRole('dialog').getByRole('radio').first().waitFor();
  await inspect(phonePage, 'export dialog on a phone');
});

test('CA-01: the carts that became orders, with the columns that were chosen', async () => {
  await call('PUT', `/products/${first.id}`, { ...who, body: { qty: 5 } });
  await placeOrder(who.shop, { product: first, name: '=هند', mobile: '0557700301' });
  const number = 1001;
  await page.goto(`${base}/carts/checkout`);
  await page.getByRole('link', { name: `#${number}` }).waitFor();
  await page.getByRole('button', { name: w.carts('export'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(w.cartExport('column.link'), { exact: true }).uncheck();
  await dialog.getByText('CSV', { exact: true }).click();
  await inspect(page, 'export of carts');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: w.exports('start'), exact: true }).click(),
  ]);
  await dialog.getByText(w.exports('ready')).waitFor();
  const [head, row] = readFileSync(await file.path(), 'utf8').split('\r\n');
  assert.match(head, /المتسوق,الجوال,/);
  assert.ok(!head.includes(w.cartExport('column.link')), head);
  assert.match(row, new RegExp(`^'=هند,'\\+966557700301,.*,${number}$`));
  await inspect(page, 'export of carts, done');
});

finishStory('exports');
