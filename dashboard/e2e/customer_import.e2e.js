// CU-01: a customer import in the dashboard: mapped, checked, imported, corrected, filled in, undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, signedIn } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import * as imports from './pages/imports.js';
import { words } from './words.js';

const w = words('ar');
const customerImport = imports.ofCustomers(w);
const path = '/customers/import';
let who;
let page;

const csv = (name, lines) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
const total = async () => (await call('GET', '/customers', who)).length;
const choose = (file) => imports.choose(page, customerImport, file, path);

const file = csv('عملاء سلة.csv', [
  'الاسم الأول,الاسم الأخير,رقم الجوال,البريد الإلكتروني,المدينة,مجموعة العميل,الموافقة على الرسائل النصية',
  'سارة,القحطاني,٠٥٠١٢٣٤٥٦٧,sara@example.com,Jeddah,جملة,نعم',
  'هند,العلي,9.66E+11,,الرياض,,',
  'نورة,الحربي,501234568,,كوكب بعيد,,لا',
]);

test('the import is beside the export in the list of customers', async () => {
  who = await merchant({ mobile: '+966551003131', slug: 'people-import', name: 'سلمى', store: 'بيت الهدايا' });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/customers/list`);
  await page.getByRole('button', { name: w.shared('page.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: w.customers('import'), exact: true }).click();
  await page.getByRole('heading', { name: customerImport.imports('title'), level: 1 }).waitFor();
  await inspect(page, 'imports of customers, none yet');
});

test('a file of another platform: columns, check, import', async () => {
  await choose(file);
  await page.getByText(w.imports('format.salla')).waitFor();
  assert.deepEqual((await imports.column(page, customerImport, 'رقم الجوال')).samples.length, 3);
  await page.getByRole('radio', { name: new RegExp(customerImport.imports('mode.fill')) }).waitFor();
  await inspect(page, 'columns of a file of customers');
  assert.deepEqual(await imports.dryRun(page, customerImport), [2, 0, 0, 1]);
  assert.equal(await total(), 0, 'a dry run writes nobody');
  await inspect(page, 'a file of customers, checked');
  assert.deepEqual(await imports.start(page, customerImport, 2), [2, 0, 0, 1]);
  assert.equal(await total(), 2);
  const [failed] = await imports.failedRows(page, customerImport);
  assert.ok(failed[1] === 'هند العلي' && /برنامج الجداول قرّب/.test(failed.at(-1)), failed.join(' | '));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: w.imports('failedFile') }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  await inspect(page, 'a file of customers, imported');
});

test('a customer of the file has what the file says, and its consent says where from', async () => {
  await page.getByText(w.imports('rows.all'), { exact: true }).click();
  await page.getByRole('link', { name: 'سارة القحطاني' }).click();
  await page.getByRole('heading', { name: 'سارة القحطاني' }).first().waitFor();
  await page.getByText(w.customers('source.import')).first().waitFor();
  await page.getByText('جملة').first().waitFor();
});

test('who is there is written over when it was chosen, and the undo brings back what was', async () => {
  await choose(csv('sara.csv', ['Name,Mobile', 'Sara Q.,0501234567']));
  const over = new RegExp(customerImport.imports('mode.both'));
  await page.getByRole('radio', { name: over }).click();
  await page.getByRole('radio', { name: over, checked: true }).waitFor();
  await settle(page);
  assert.deepEqual(await imports.dryRun(page, customerImport), [0, 1, 0, 0]);
  assert.deepEqual(await imports.start(page, customerImport, 1), [0, 1, 0, 0]);
  const customerName = async () => (await call('GET', '/customers?search=501234567', who))[0].name;
  assert.equal(await customerName(), 'Sara Q.');
  await imports.undo(page, customerImport);
  assert.equal(await customerName(), 'سارة القحطاني');
  await inspect(page, 'an import of customers, taken back');
});

test('a file that knows nobody waits for its columns', async () => {
  await choose(csv('who.csv', ['من,كيف', 'ليلى,0501234569']));
  page.expected.push(
    `422 ${new URL(page.url()).pathname.replace('/customers/import', '/dashboard/v1/customer-imports')}/mapping`,
  );
  const map = async (name, text) => {
    const { field } = await imports.column(page, customerImport, name);
    await field.click();
    await field.fill(text);
    await page.getByRole('option', { name: text, exact: true }).click();
  };
  await map('من', 'الاسم');
  await page
    .getByRole('status')
    .getByText(/الجوال أو البريد/)
    .waitFor();
  await map('كيف', 'الجوال');
  await page
    .getByRole('status')
    .getByText(/الجوال أو البريد/)
    .waitFor({ state: 'detached' });
  assert.deepEqual(await imports.dryRun(page, customerImport), [1, 0, 0, 0]);
});

test('on a phone the earlier files stand as cards', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}${path}`);
  await phonePage.getByText('عملاء سلة.csv').first().waitFor();
  await inspect(phonePage, 'imports of customers on a phone');
  await phonePage.getByText('عملاء سلة.csv').first().click();
  await phonePage.getByRole('heading', { name: customerImport.imports('done.title') }).waitFor();
  await inspect(phonePage, 'an import of customers on a phone');
});

finishStory('customer_import');
