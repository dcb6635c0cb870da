// PR-09: product files of every format, through the dashboard: detected, checked, run, corrected, undone.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { base, becomes, call, merchant, signedIn } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import * as imports from './pages/imports.js';
import { words } from './words.js';

const pathOf = (name) => new URL(name, import.meta.url).pathname;
const samples = (name) => pathOf(`../../crates/catalog/tests/data/${name}`);
/** Third-party files may be in the folder beside the repository; they may not be committed. */
const sharedData = (name) => pathOf(`../../../shared/data/${name}`);

const w = words('ar');
let who;
let page;

test('a merchant opens the import', async () => {
  who = await merchant({ mobile: '+966551003001', slug: 'imports', name: 'سلمى', store: 'بيت القهوة' });
  // The sample product could be mistaken for one of a file.
  const items = (await call('GET', '/products', who)).map((row) => row.id);
  await call('DELETE', '/products/deleteMany', { ...who, body: { items } });
  page = await open({ storage: signedIn(who.session) });
});

const all = async () => (await call('GET', '/products/state-counts', who)).all;

const files = [
  {
    path: pathOf('files/woocommerce.csv'),
    format: 'woocommerce',
    expect: [2, 0, 0, 1],
    failed: 'عسل سدر',
    names: ['عباية مطرزة', 'تمر سكري'],
  },
  { path: samples('own_salla_products.csv'), format: 'salla', expect: [3, 0, 0, 1], names: ['ثوب قطن أبيض'] },
  { path: samples('own_zid_products.csv'), format: 'zid', expect: [2, 0, 0, 0], names: ['عباية سوداء'] },
  { path: samples('own_shopify_products_2025.csv'), format: 'shopify_2025', expect: [2, 0, 0, 0], names: ['كتاب طبخ'] },
  {
    path: sharedData('shopify_apparel.csv'),
    format: 'shopify_classic',
    expect: [20, 0, 0, 0],
    names: ['Ocean Blue Shirt'],
  },
  { path: sharedData('shopify_home-and-garden.csv'), format: 'shopify_classic', expect: [20, 0, 0, 0], names: [] },
  {
    path: sharedData('woocommerce_sample_products.csv'),
    format: 'woocommerce',
    expect: [15, 0, 0, 0],
    names: ['T-Shirt'],
  },
];

for (const { path, format, expect, failed, names } of files) {
  const name = path.split('/').at(-1);
  test(
    `${name}: detected, checked, imported, and taken back`,
    { skip: !existsSync(path) && 'not beside the repository' },
    async () => {
      const before = await all();
      await imports.choose(page, w, path);
      await page.getByText(w.imports(`format.${format}`)).waitFor();
      assert.deepEqual(await imports.dryRun(page, w), expect);
      assert.equal(await all(), before, 'a dry run writes nothing');
      assert.deepEqual(await imports.start(page, w, expect[0]), expect);
      if (failed) assert.ok((await imports.failedRows(page, w)).some((cells) => cells.includes(failed)));
      const address = page.url();
      assert.equal(await all(), before + expect[0]);
      await imports.listed(page, w, names);
      await page.goto(address);
      await imports.undo(page, w);
      assert.equal(await all(), before, 'nothing of it is left');
    },
  );
}

test('a sheet: mapped by hand, only the failed rows are tried again', async () => {
  const before = await all();
  await imports.choose(page, w, pathOf('files/sheet.csv'));
  await page.getByText(w.imports('format.unknown')).waitFor();
  const { fields } = await call('GET', `/product-imports/${page.url().split('/').at(-1)}`, who);
  const map = async (name, code) => {
    const { field } = await imports.column(page, w, name);
    const text = fields.find((f) => f.code === code).label;
    // In the middle of the page its list is not under the header, where it hides; nor is it scrolled there by the press.
    await field.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    await field.click();
    await field.fill(text);
    const option = page.getByRole('option', { name: text, exact: true });
    await option.waitFor();
    await option.dispatchEvent('click');
    await settle(page);
    await becomes(() => field.inputValue(), text);
  };
  // Neither the name nor the price is detected by its caption: the first choice is saved with the second.
  page.expected.push(
    `422 ${new URL(page.url()).pathname.replace('/products/import', '/dashboard/v1/product-imports')}/mapping`,
  );
  await map('البضاعة', 'name');
  await page.getByRole('status').getByText(/السعر/).waitFor();
  await map('السعر القديم', 'regular_price');
  await map('رمز الصنف', 'sku');
  assert.equal((await imports.column(page, w, 'المخزون')).value, fields.find((f) => f.code === 'qty').label);
  assert.deepEqual((await imports.column(page, w, 'ملاحظات المندوب')).samples, ['من الأحساء', 'هدية', 'طقم ستة']);
  assert.deepEqual(await imports.dryRun(page, w), [2, 0, 0, 2]);
  assert.deepEqual(await imports.start(page, w, 2), [2, 0, 0, 2]);
  const failed = await imports.failedRows(page, w);
  assert.deepEqual(
    failed.map((cells) => cells[1]),
    ['سجادة صلاة', 'فنجان قهوة'],
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: w.imports('failedFile') }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csv$/);

  // Changed by hand between the two runs: a retry leaves it alone.
  const [edited] = await call('GET', '/products?search=MBK-1', who);
  await call('PUT', `/products/${edited.id}`, { ...who, body: { regular_price: '99.00' } });
  await page.getByRole('button', { name: w.imports('map.show') }).click();
  const old = await imports.column(page, w, 'السعر القديم');
  // The clear button of a field is for the pointer only: the keyboard clears the field itself.
  await page.getByRole('listitem').filter({ has: old.field }).locator('button').click();
  await settle(page);
  await map('السعر الجديد', 'regular_price');
  assert.deepEqual(await imports.retry(page, w), [4, 0, 0, 0]);
  const prices = await call('GET', '/products?search=-1', who);
  assert.equal(prices.find((p) => p.sku === 'MBK-1')?.regular_price, '99.00');
  assert.equal((await call('GET', '/products?search=FNJ-6', who))[0].price, '18.00');
  assert.equal(await all(), before + 4);

  // Changes since then are kept by the undo of the import, and the page says so.
  await imports.undo(page, w);
  await page.getByText(w.imports('undone.kept', { count: 1 })).waitFor();
  assert.equal(await all(), before + 1);
});

test('a large file shows how far it is, in English on a phone, and is taken back whole', async () => {
  const en = words('en');
  const narrow = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  const before = await all();
  // Twelve steps of the job.
  const lines = Array.from({ length: 2400 }, (_, i) => `Coffee number ${i},BIG-${i},${(i % 90) + 10}.50,5`);
  const buffer = Buffer.from(['Name,SKU,Price,Quantity', ...lines].join('\n'));
  await imports.choose(narrow, en, { name: 'large.csv', mimeType: 'text/csv', buffer });
  assert.deepEqual(await imports.dryRun(narrow, en), [2400, 0, 0, 0]);
  const running = narrow.getByRole('progressbar', { name: en.imports('busy.running') });
  await narrow.getByRole('button', { name: en.imports('start', { count: 2400 }), exact: true }).click();
  await running.waitFor();
  // The first step reads the whole file.
  await narrow.getByText(/^[\d,]+ of 2,400/).waitFor({ timeout: imports.ofThousands });
  assert.deepEqual(await imports.result(narrow, en), [2400, 0, 0, 0]);
  assert.equal(await all(), before + 2400);
  await inspect(narrow, 'import, done');
  await imports.undo(narrow, en);
  assert.equal(await all(), before);
  await inspect(narrow, 'import, undone');
});

test('ME-03: what is no product file is refused with its reason, and leaves nothing', async () => {
  await page.goto(`${base}/products/import`);
  const rows = async () => (await call('GET', '/product-imports', who)).length;
  const before = await rows();
  page.expected.push('422 /dashboard/v1/product-imports');
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4000, 7)]);
  // From the disk: as a text to the browser it takes long.
  const large = join(mkdtempSync(join(tmpdir(), 'imports-')), 'large.csv');
  writeFileSync(large, Buffer.alloc(20 * 1024 * 1024 + 1, 97));
  for (const [name, file, reason] of [
    ['products.csv', zip, /ZIP|مضغوط/i],
    ['cut.csv', Buffer.from('Name,Price\n"Cof'), /اقتباس|تنصيص/],
    ['products.xls', Buffer.from('x'), w.fileImport('file.type')],
    ['large.csv', large, /20/],
  ]) {
    const chosen = file === large ? large : { name, mimeType: 'text/csv', buffer: file };
    await page.locator('input[type=file]').setInputFiles(chosen);
    const alert = page.getByRole('alert').filter({ hasText: name });
    await alert.getByText(reason).first().waitFor();
  }
  rmSync(dirname(large), { recursive: true });
  assert.equal(await rows(), before);
  await inspect(page, 'imports, a file refused');
});

finishStory('imports');
