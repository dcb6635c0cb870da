// Bulk editing and undo: cells by keyboard and paste, a price over a filter, and an undo that keeps a later edit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
let who;
let page;
let products;

const read = (id) => call('GET', `/products/${id}`, who);
const undoing = () => page.getByRole('status').filter({ hasText: w.batches('undo') });

test('a merchant with a few products opens the spreadsheet of his list', async () => {
  who = await merchant({ mobile: '+966551008001', slug: 'bulk-editing', name: 'هند', store: 'بيت الهدايا' });
  const sample = (await call('GET', '/products', who)).map((row) => row.id);
  await call('DELETE', '/products/deleteMany', { ...who, body: { items: sample } });
  products = [];
  for (const n of [1, 2, 3]) {
    products.push(
      await product(who, { name: { ar: `هدية ${n}`, en: `Gift ${n}` }, sku: `G-${n}`, regular_price: '100.00' }),
    );
  }
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/products/list`);
  await page.getByRole('link', { name: w.products('bulk.sheet') }).click();
  await page.getByRole('grid', { name: w.sheet('grid') }).waitFor();
  await page.getByRole('rowheader', { name: 'هدية 1' }).waitFor();
});

const cell = (row, key) =>
  page
    .getByRole('row')
    .nth(row)
    .getByRole('gridcell')
    .nth(['name.ar', 'sku', 'regular_price', 'sale_price'].indexOf(key));

test('cells are typed by keyboard, in the direction that the eye sees, and taken back', async () => {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  // The next column is to the left in Arabic: name, code, price.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await becomes(() => cell(1, 'regular_price').innerText(), '150.00');
  await page.keyboard.press('Control+z');
  await becomes(() => cell(1, 'regular_price').innerText(), '100.00');
  await page.keyboard.press('Control+Shift+z');
  await becomes(() => cell(1, 'regular_price').innerText(), '150.00');
  // Text that is not a number is not written into the cell and is reported beside the sheet.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.getByRole('status').getByText(w.sheet('fault.number')).waitFor();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
});

test('a block of another program is pasted with Arabic digits, and saved row by row', async () => {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('grid').evaluate((grid) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'N-3\t١٢٣٫٥\nN-2\t٢٠٠\n');
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await becomes(() => cell(1, 'regular_price').innerText(), '123.50');
  await becomes(() => cell(2, 'sku').innerText(), 'N-2');
  await inspect(page, 'spreadsheet with edits');
  await page.keyboard.press('Control+s');
  await page.getByText(w.sheet('saved', { count: 2 })).waitFor();
  await settle(page);
  const [one, two, three] = await Promise.all(products.map(({ id }) => read(id)));
  assert.deepEqual([three.sku, three.regular_price], ['N-3', '123.50']);
  assert.deepEqual([two.sku, two.regular_price], ['N-2', '200.00']);
  assert.equal(one.sku, 'G-1');
});

test('PR-01: a cell that could not be read stays marked after a save, which says so; undo takes the mark', async () => {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await page.getByText(w.sheet('unread', { count: 1 })).waitFor();
  await becomes(() => cell(1, 'regular_price').getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Control+z');
  await becomes(() => cell(1, 'regular_price').getAttribute('aria-invalid'), null);
});

test('a row that somebody else changed asks which stays', async () => {
  await call('PUT', `/products/${products[0].id}`, { ...who, body: { regular_price: '77.00' } });
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('90');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: w.sheet('conflict.title') });
  await dialog.getByText('77.00').waitFor();
  await inspect(page, 'spreadsheet, two people');
  await dialog.getByRole('button', { name: w.sheet('conflict.mine') }).click();
  await page.getByRole('button', { name: w.sheet('save'), exact: true }).click();
  await page.getByText(w.sheet('saved', { count: 1 })).waitFor();
  await settle(page);
  assert.equal((await read(products[0].id)).regular_price, '90.00');
});

test('prices of everything that the list shows rise by a tenth, after a look at what will change', async () => {
  await page.goto(`${base}/products/list?search=${encodeURIComponent('هدية')}`);
  await page.getByRole('row').filter({ hasText: 'هدية 3' }).waitFor();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: w.products('bulk.edit'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.bulk('title') });
  await dialog.getByRole('radio', { name: w.bulk('scope.all') }).check();
  await dialog.getByRole('textbox', { name: w.bulk('percent') }).fill('١٠');
  await dialog.getByRole('button', { name: w.bulk('preview') }).click();
  await dialog.getByText(w.bulk('changes', { count: 3 })).waitFor();
  await dialog.getByText('135.85').waitFor();
  await inspect(page, 'bulk edit, preview');
  await dialog.getByRole('button', { name: w.bulk('apply', { count: 3 }) }).click();
  await until('the prices', async () => (await read(products[1].id)).regular_price === '220.00');
  await undoing().waitFor();
  assert.equal((await read(products[0].id)).regular_price, '99.00');
});

test('the edit is undone from the log, but for what was changed since', async () => {
  await call('PUT', `/products/${products[1].id}`, { ...who, body: { regular_price: '250.00' } });
  await page.goto(`${base}/products/batches`);
  await inspect(page, 'log of bulk edits');
  await page.locator('a[href*="/products/batches/"]').first().click();
  await page.getByRole('button', { name: w.batchLog('undo'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.batchLog('ask.title') });
  await dialog.getByText(w.batchLog('ask.returns', { count: 2 })).waitFor();
  await dialog.getByText('250.00').waitFor();
  await inspect(page, 'undo, what would be kept');
  await dialog.getByRole('button', { name: w.batchLog('ask.confirm') }).click();
  await page.getByText(w.batches('undone', { count: 2 })).waitFor();
  await settle(page);
  const [one, two, three] = await Promise.all(products.map(({ id }) => read(id)));
  assert.deepEqual([one.regular_price, two.regular_price, three.regular_price], ['90.00', '250.00', '123.50']);
});

test('a deleted product comes back from the message that says it is gone', async () => {
  await page.goto(`${base}/products/list`);
  await page.getByRole('row').filter({ hasText: 'هدية 2' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: w.shared('delete'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w.shared('delete'), exact: true })
    .click();
  await undoing()
    .getByRole('button', { name: w.batches('undo'), exact: true })
    .click();
  await page.getByText(w.batches('undone', { count: 1 })).waitFor();
  await page.getByRole('row').filter({ hasText: 'هدية 2' }).waitFor();
  assert.equal((await read(products[1].id)).sku, 'N-2');
});

test('on a phone the spreadsheet says where its work is done', async () => {
  const narrow = await open({ viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await narrow.goto(`${base}/products/bulk`);
  await narrow.getByText(w.sheet('phone')).waitFor();
  await inspect(narrow, 'spreadsheet on a phone');
});

finishStory('bulk');
