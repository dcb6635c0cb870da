// Segments of customers in the browser: started from a predefined one, written rule by rule with a live count, opened
// as a tab above the list, duplicated, changed, deleted and restored; on a phone as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, signedIn } from './api.js';
import { finishStory, inspect, open, phone } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page;

const dialog = () => page.getByRole('dialog');
const listSegments = () => call('GET', '/customer-segments', who);
const save = () =>
  dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();

test('a store with four people, two of them regulars', async () => {
  who = await merchant({ mobile: '+966551009023', slug: 'segments', store: 'دار الشرائح' });
  for (const [name, mobile, tags] of [
    ['نورة الشمري', '0557700231', ['وفيّ']],
    ['سارة العتيبي', '0557700232', ['وفيّ']],
    ['هدى القحطاني', '0557700233', []],
    ['ريم الحربي', '0557700234', []],
  ]) {
    await call('POST', '/customers', { ...who, body: { name, mobile, tags } });
  }
  page = await open({ storage: signedIn(who.session) });
});

test('CU-01: the first segment begins with a ready-made one, and says whom it finds before it is kept', async () => {
  await page.goto(`${base}/customers/list`);
  await page.getByRole('link', { name: w.segments('manage'), exact: true }).click();
  await page.getByText(w.segments('empty')).waitFor();
  await inspect(page, 'segments, none');
  await page.getByRole('link', { name: w.segments('useOf', { name: 'لم يشتروا بعد' }) }).click();
  await dialog()
    .getByText(w.segments('matching', { count: 4 }))
    .waitFor();
  assert.deepEqual(await listSegments(), []);
  await inspect(page, 'a ready-made segment');
  await save();
  await page.getByRole('link', { name: w.segments('show', { name: 'لم يشتروا بعد' }) }).waitFor();
  await page.getByText(w.segments('customers', { count: 4 })).waitFor();
  await page.getByText(w.segments('say.last_order.never')).waitFor();
});

test('CU-01: a segment is written rule by rule, with the count beside it', async () => {
  await page.getByRole('link', { name: w.segments('new'), exact: true }).click();
  await dialog()
    .getByLabel(label(w.segments('name')))
    .fill('الأوفياء');
  await dialog().getByText(w.segments('incomplete')).waitFor();
  await dialog().getByLabel(w.ruleBuilder('field'), { exact: true }).click();
  await page.getByRole('option', { name: w.segments('field.tag'), exact: true }).click();
  const value = dialog().getByLabel(w.ruleBuilder('value'), { exact: true });
  await value.fill('وفيّ');
  await value.press('Enter');
  await dialog()
    .getByText(w.segments('matching', { count: 2 }))
    .waitFor();
  await inspect(page, 'a segment being written');
  await save();
  await page.getByRole('link', { name: w.segments('show', { name: 'الأوفياء' }) }).click();
  await page.waitForURL('**/customers/list?segment=seg_*');
  await page.getByRole('button', { name: 'الأوفياء' }).waitFor();
  await page.getByText('نورة الشمري').first().waitFor();
  await becomes(() => page.getByText('ريم الحربي').count(), 0, 'whoever is not in the segment is not shown');
  await inspect(page, 'customers of a segment');
  // Without the segment all customers are listed again.
  await page.getByRole('button', { name: w.segments('all') }).click();
  await page.getByText('ريم الحربي').first().waitFor();
});

test('CU-01: a segment is copied, changed, deleted and brought back', async () => {
  await page.goto(`${base}/customers/segments`);
  const options = (name) => page.getByRole('button', { name: w.segments('options', { name }), exact: true });
  await options('الأوفياء').click();
  await page.getByRole('menuitem', { name: w.segments('duplicate') }).click();
  const name = dialog().getByLabel(label(w.segments('name')));
  await name.waitFor();
  await becomes(() => name.inputValue(), w.segments('copyOf', { name: 'الأوفياء' }));
  await name.fill('غير الأوفياء');
  await dialog().getByLabel(w.ruleBuilder('compare'), { exact: true }).click();
  await page.getByRole('option', { name: w.segments('op.tag.is_not'), exact: true }).click();
  await dialog()
    .getByText(w.segments('matching', { count: 2 }))
    .waitFor();
  await save();
  await page.getByRole('link', { name: w.segments('show', { name: 'غير الأوفياء' }) }).waitFor();
  assert.equal((await listSegments()).length, 3);
  await options('غير الأوفياء').click();
  await page.getByRole('menuitem', { name: w.segments('delete') }).click();
  await page.getByText(w.segments('deleted', { name: 'غير الأوفياء' })).waitFor();
  await page.getByRole('button', { name: w.segments('undo'), exact: true }).click();
  await page.getByText(w.segments('restored', { name: 'غير الأوفياء' })).waitFor();
  await page.getByRole('link', { name: w.segments('show', { name: 'غير الأوفياء' }) }).waitFor();
});

test('CU-01: all that match are tagged at once, beyond the page in sight, and it is taken back', async () => {
  for (let n = 0; n < 18; n += 1) {
    await call('POST', '/customers', { ...who, body: { name: `عميل ${n}`, mobile: `05578002${10 + n}` } });
  }
  const tagged = async () =>
    (await call('GET', `/customers?filter[tag]=${encodeURIComponent('حملة')}&per_page=50`, who)).length;
  await page.goto(`${base}/customers/list`);
  await page.getByText('عميل 17').first().waitFor();
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).check();
  await page.getByRole('button', { name: w.bulkBar('selectAll', { total: '22' }) }).click();
  await page.getByText(w.bulkBar('allSelected', { total: '22' })).waitFor();
  await inspect(page, 'all that match');
  await page.getByRole('button', { name: w.customers('bulk.tags'), exact: true }).click();
  const tags = dialog().getByRole('combobox', { name: label(w.customers('tags')) });
  // A tag that no key ended counts as well.
  await tags.fill('حملة');
  await dialog()
    .getByRole('button', { name: w.customers('bulk.run') })
    .click();
  await dialog()
    .getByText(w.customerBatches('changed', { count: 22 }))
    .waitFor();
  await inspect(page, 'what came of it');
  assert.equal(await tagged(), 22);
  await dialog()
    .getByRole('link', { name: w.customerBatches('log') })
    .click();
  await page.getByRole('heading', { level: 1, name: w.activityCentre('title') }).waitFor();
  await page.getByRole('list', { name: w.customerBatches('title') }).waitFor();
  const undo = { name: w.customerBatches('undo'), exact: true };
  await page.getByRole('button', undo).click();
  // The undo from the log asks first: others may have changed the rows since.
  await dialog()
    .getByText(w.customerBatches('undoText', { count: 22 }))
    .waitFor();
  assert.equal(await tagged(), 22);
  await dialog().getByRole('button', undo).click();
  await page.getByText(w.batchState('status.undone'), { exact: true }).waitFor();
  assert.equal(await tagged(), 0);
  await inspect(page, 'the log of what was done to all');
});

test('CU-01: segments beyond the fifth are in a menu of the tabs', async () => {
  const [{ groups }] = await listSegments();
  for (let n = 1; n <= 4; n += 1)
    await call('POST', '/customer-segments', { ...who, body: { name: `شريحة ${n}`, groups } });
  const last = (await listSegments()).at(-1);
  await page.goto(`${base}/customers/list`);
  await page.getByRole('button', { name: w.segments('more', { number: 2 }), exact: true }).click();
  await page.getByRole('menuitem', { name: last.name }).waitFor();
  await inspect(page, 'segments without a tab');
  await page.getByRole('menuitem', { name: last.name }).click();
  await page.waitForURL(`**/customers/list?segment=${last.id}`);
  await page.getByRole('button', { name: last.name, pressed: true }).waitFor();
  // A new one is made above the list, which keeps its filters, and is its open tab once it is saved.
  await page.goto(`${base}/customers/list?city=${encodeURIComponent('الرياض')}`);
  await page.getByRole('link', { name: w.segments('new'), exact: true }).click();
  await page.waitForURL('**/customers/list/segment?city=*');
  await dialog()
    .getByLabel(label(w.segments('name')))
    .fill('من القائمة');
  await inspect(page, 'a new segment above the list');
  await dialog().getByLabel(w.ruleBuilder('field'), { exact: true }).click();
  await page.getByRole('option', { name: w.segments('field.tag'), exact: true }).click();
  const value = dialog().getByLabel(w.ruleBuilder('value'), { exact: true });
  await value.fill('وفيّ');
  await value.press('Enter');
  await save();
  await page.getByRole('button', { name: 'من القائمة', pressed: true }).waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('city'), 'الرياض');
  assert.match(searchParams.get('segment') ?? '', /^seg_/);
});

test('CU-01: on a phone', async () => {
  const phonePage = await open({ viewport: phone, storage: signedIn(who.session) });
  await phonePage.goto(`${base}/customers/segments`);
  await phonePage.getByRole('link', { name: w.segments('show', { name: 'الأوفياء' }) }).waitFor();
  await inspect(phonePage, 'segments on a phone');
  await phonePage.getByRole('button', { name: w.segments('options', { name: 'الأوفياء' }), exact: true }).click();
  await phonePage.getByRole('menuitem', { name: w.segments('edit') }).click();
  await phonePage
    .getByRole('dialog')
    .getByText(w.segments('matching', { count: 2 }))
    .waitFor();
  await inspect(phonePage, 'a segment on a phone');
  await phonePage.goto(`${base}/customers/list`);
  await phonePage.getByRole('button', { name: 'الأوفياء', exact: false }).first().waitFor();
  await inspect(phonePage, 'segments above the list on a phone');
});

finishStory('segments');
