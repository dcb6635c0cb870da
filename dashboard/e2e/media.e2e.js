// ME-01, ME-02: a merchant's pictures, from many files at once to the last unused one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, signedIn, until } from './api.js';
import { picture } from './files/pictures.js';
import { finishStory, inspect, open, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
let who, page;

const tiles = () => page.locator('main li a[href*="/media/med_"]');
const library = (query = '') => call('GET', `/media${query}`, who);

test('a merchant opens an empty library', async () => {
  who = await merchant({ mobile: '+966551009001', slug: 'pictures', name: 'هند', store: 'بيت الصور' });
  // The sample product's picture is drawn after the store: with both gone nothing comes later.
  const [{ id }] = await call('GET', '/products', who);
  await until(
    'the picture of the sample product',
    async () => (await call('GET', `/products/${id}`, who)).image_ids.length > 0,
    120,
  );
  await call('PUT', `/products/${id}`, { ...who, body: { image_ids: [] } });
  await call('DELETE', '/products/deleteMany', { ...who, body: { items: [id] } });
  const items = (await library()).map((row) => row.picture.id);
  await call('DELETE', '/media/deleteMany', { ...who, body: { items } });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/media`);
  await page.getByText(w.media('empty'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'an empty library');
});

test('ME-02: many files at once; the one that breaks a rule says why and is not sent', async () => {
  await page
    .locator('input[data-upload]')
    .setInputFiles([
      picture('عطر.png', 640, 640),
      picture('حذاء.png', 400, 300, [200, 90, 60]),
      picture('واسعة.png', 2801, 2),
    ]);
  await page.getByText(w.upload('upload.dimensions', { size: '\u20662800×1800\u2069' })).waitFor();
  await until('both pictures', async () => (await tiles().count()) === 2);
  assert.equal((await library()).length, 2);
  await settle(page);
  await inspect(page, 'after an upload with a fault');
});

test('ME-01: a picture is dropped anywhere on the page, another one is pasted', async () => {
  for (const kind of ['drop', 'paste']) {
    const { name, mimeType, buffer } = picture(`${kind}.png`, 330, 330, [20, 160, 120]);
    await page.evaluate(
      ([type, file, mime, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], file, { type: mime }));
        const event =
          type === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.querySelector('main').dispatchEvent(event);
      },
      [kind, name, mimeType, [...buffer]],
    );
    await page.locator('main li', { hasText: name }).locator('a').waitFor();
  }
  await becomes(() => tiles().count(), 4);
});

test('PR-04: words in a language are written, found again, and missed where there are none', async () => {
  await page.locator('main li', { hasText: 'عطر.png' }).locator('a').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('زجاجة عطر العود');
  await dialog.getByRole('button', { name: w.shared('save') }).click();
  await page.getByText(w.media('saved')).waitFor();
  await settle(page);
  await inspect(page, 'a picture');
  assert.deepEqual(
    (await library('?filter[without_alt]=ar')).map((row) => row.picture.file_name).sort(),
    ['drop.png', 'paste.png', 'حذاء.png'].sort(),
  );
  await page.keyboard.press('Escape');
  await page.getByPlaceholder(w.media('search')).fill('زجاجه');
  await until('what was found', async () => (await tiles().count()) === 1);
  await page.getByPlaceholder(w.media('search')).fill('');
  await until('all of them', async () => (await tiles().count()) === 4);
});

test('ME-01: the same pictures as a list, which an address can ask for', async () => {
  await page.goto(`${base}/media?view=list`);
  await page.getByRole('columnheader', { name: w.media('dimensions') }).waitFor();
  await becomes(() => page.locator('tbody tr').count(), 4);
  await settle(page);
  await inspect(page, 'the list');
  await page.locator('label', { hasText: w.media('view.grid') }).click();
  await until('the grid', async () => (await tiles().count()) === 4 && (await page.locator('tbody').count()) === 0);
});

test('a category takes its picture from the library; the library knows, and does not delete it', async () => {
  await page.goto(`${base}/products-categories/list/new`);
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().fill('عطور');
  await form.getByRole('button', { name: w.upload('upload.fromLibrary') }).click();
  await page.getByRole('button', { name: 'زجاجة عطر العود' }).click();
  await form.getByRole('button', { name: w.categories('add') }).click();
  await page.getByText(w.categories('created')).waitFor();
  const [used] = await library('?filter[used]=yes');
  assert.equal(used.picture.file_name, 'عطر.png');
  await page.goto(`${base}/media/${used.picture.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'عطور' }).waitFor();
  await dialog.getByText(w.media('inUse')).waitFor();
  assert.ok(await dialog.getByRole('button', { name: w.shared('delete') }).isDisabled());
});

test('ME-01: replaced in place: the same picture for whoever uses it, under a new address', async () => {
  const [before] = await library('?filter[used]=yes');
  await page.locator('input[data-replace]').setInputFiles(picture('عطر-جديد.png', 500, 500, [120, 40, 90]));
  await page.getByText(w.media('replaced')).waitFor();
  const [after] = await library('?filter[used]=yes');
  assert.equal(after.picture.id, before.picture.id);
  assert.notEqual(after.picture.url, before.picture.url);
  const [category] = (await call('GET', '/categories/list', who)).filter((row) => row.name.ar === 'عطور');
  assert.equal(category.image.url, after.picture.url);
});

test('what nothing uses is found and deleted after a question; Back does not open it again', async () => {
  await page.goto(`${base}/media?used=no`);
  await until('the unused ones', async () => (await tiles().count()) === 3);
  await page.locator('main li').locator('a').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w.shared('delete'), exact: true })
    .click();
  const deleteDialog = page.getByRole('dialog').filter({ hasText: w.media('deleteOneText') });
  await deleteDialog.getByRole('button', { name: w.shared('delete'), exact: true }).click();
  await page.getByText(w.media('deleted')).waitFor();
  await until('the others', async () => (await tiles().count()) === 2);
  await page.goBack();
  await until('the list', async () => new URL(page.url()).pathname === '/media' && (await tiles().count()) === 2);
  await becomes(() => page.getByRole('dialog').count(), 0);
  for (const box of await page.locator('main li').getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: w.media('delete'), exact: true }).click();
  const question = page.getByRole('dialog', { name: w.media('deleteAsk', { count: 2 }) });
  await question.getByRole('button', { name: w.media('delete') }).click();
  await until('one picture', async () => (await library()).length === 1);
  assert.equal((await library())[0].picture.file_name, 'عطر-جديد.png');
});

finishStory('the media library');
