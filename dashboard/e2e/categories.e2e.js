// PR-07: a merchant arranges categories by pointer and keyboard, undoes it, and sorts products by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, signedIn, until } from './api.js';
import { finishStory, inspect, open, painted, settle } from './harness.js';
import { words } from './words.js';

const w = words('ar');
let who, page;
const ids = {};

const tree = async () => {
  const all = await call('GET', '/categories/list', who);
  const nameOf = (id) => all.find((row) => row.id === id)?.name.ar ?? '';
  return all.map((row) => (row.parent_id ? `${nameOf(row.parent_id)}/${row.name.ar}` : row.name.ar));
};
const expectTree = (...expected) =>
  until(`the tree ${expected.join(' ')}`, async () => (await tree()).join(' ') === expected.join(' '));
const handle = (name) => page.getByRole('button', { name: w.categories('move', { name }) });
const undoing = () => page.getByRole('button', { name: w.categories('undo') });
/** Waits for the tree, and takes the step back: the pointer holds the toast, and the undo in it, while a slow machine saves. */
const undoOnce = async (...expected) => {
  await undoing().hover();
  await expectTree(...expected);
  // The toast of the step before is replaced once the page has its answer.
  await settle(page);
  await undoing().click();
};

test('a merchant with a few categories', async () => {
  who = await merchant({ mobile: '+966551009002', slug: 'branches', name: 'ريم', store: 'بيت العطور' });
  for (const row of await call('GET', '/categories/list', who)) await call('DELETE', `/categories/${row.id}`, who);
  for (const name of ['عطور', 'بخور', 'هدايا']) {
    ids[name] = (await call('POST', '/categories', { ...who, body: { name: { ar: name } } })).id;
  }
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/products-categories/list`);
  await handle('بخور').waitFor();
  await settle(page);
  await inspect(page, 'the tree');
});

test('PR-07: by keyboard: below the one before with the left arrow, told in Arabic, taken back in one step', async () => {
  await handle('بخور').focus();
  await page.keyboard.press('Space');
  const liveRegion = page.locator('[aria-live=assertive]');
  const top = (place) => w.categories('drag.top', { place });
  await becomes(() => liveRegion.textContent(), w.categories('drag.start', { name: 'بخور', where: top(2) }));
  await page.keyboard.press('ArrowLeft');
  const below = w.categories('drag.below', { parent: 'عطور', place: 1 });
  await becomes(() => liveRegion.textContent(), w.categories('drag.over', { name: 'بخور', where: below }));
  await page.keyboard.press('Space');
  await undoOnce('عطور', 'عطور/بخور', 'هدايا');
  await expectTree('عطور', 'بخور', 'هدايا');
  await settle(page);
  await handle('هدايا').focus();
  await page.keyboard.press('Space');
  await becomes(() => liveRegion.textContent(), w.categories('drag.start', { name: 'هدايا', where: top(3) }));
  await page.keyboard.press('ArrowUp');
  await becomes(() => liveRegion.textContent(), w.categories('drag.over', { name: 'هدايا', where: top(2) }));
  await page.keyboard.press('Escape');
  await becomes(() => liveRegion.textContent(), w.categories('drag.cancel'));
  assert.deepEqual(await tree(), ['عطور', 'بخور', 'هدايا']);
});

test('PR-07: by pointer: to the front, and sideways below another; never into itself', async () => {
  const drag = async (name, dx, dy) => {
    const box = await handle(name).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
    await page.mouse.move(x + dx, y + dy, { steps: 6 });
    // The drop target is what the tree has rendered for the pointer's current position.
    await painted(page);
    await page.mouse.up();
  };
  await drag('هدايا', 0, -150);
  await expectTree('هدايا', 'عطور', 'بخور');
  await settle(page);
  // Deeper is to the left in right-to-left text.
  await drag('بخور', -40, 0);
  await expectTree('هدايا', 'عطور', 'عطور/بخور');
  await settle(page);
  // Over its own branch there is no drop target.
  await drag('عطور', -40, 64);
  await undoOnce('هدايا', 'هدايا/عطور', 'عطور/بخور');
  await expectTree('هدايا', 'عطور', 'عطور/بخور');
});

test('deleting asks what becomes of the rest, and one press brings all of it back', async () => {
  const product = await call('POST', '/products', {
    ...who,
    body: { name: { ar: 'عود' }, regular_price: '10', category_ids: [ids['بخور']] },
  });
  await page.reload();
  await page.getByRole('button', { name: w.categories('rowMenu', { name: 'عطور' }) }).click();
  await page.getByRole('menuitem', { name: w.shared('delete') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: w.categories('deleteToo') }).check();
  await dialog.getByRole('radio', { name: w.categories('deleteMove') }).check();
  await dialog.getByRole('combobox', { name: w.categories('deleteMoveTo') }).click();
  await page.getByRole('option', { name: 'هدايا' }).click();
  await settle(page);
  await inspect(page, 'deleting a branch');
  await dialog.getByRole('button', { name: w.shared('delete') }).click();
  await undoing().hover();
  await expectTree('هدايا');
  assert.deepEqual((await call('GET', `/products/${product.id}`, who)).category_ids, [ids['هدايا']]);
  await undoing().click();
  await expectTree('هدايا', 'عطور', 'عطور/بخور');
  assert.deepEqual((await call('GET', `/products/${product.id}`, who)).category_ids, [ids['بخور']]);
});

test('PR-07: products by hand: with the keyboard, and to the top', async () => {
  for (const name of ['مسك', 'عنبر']) {
    const body = { name: { ar: name }, regular_price: '20', category_ids: [ids['عطور']] };
    await call('POST', '/products', { ...who, body });
  }
  const order = async () =>
    (await call('GET', `/categories/${ids['عطور']}/products`, who)).map((row) => row.name.ar).join(' ');
  await page.goto(`${base}/products-categories/products/${ids['عطور']}`);
  await page.getByRole('combobox', { name: w.categories('order') }).click();
  await page.getByRole('option', { name: w.categories('order.manual') }).click();
  await page.getByText(w.categories('orderHelp')).waitFor();
  assert.equal(await order(), 'عنبر مسك عود');
  await page.getByRole('button', { name: w.categories('toTopOf', { name: 'عود' }) }).click();
  await until('عود first', async () => (await order()) === 'عود عنبر مسك');
  const height = async (name) => (await handle(name).boundingBox()).y;
  await until('عود on top', async () => (await height('عود')) < (await height('عنبر')));
  await page.getByRole('button', { name: w.categories('move', { name: 'عود' }) }).focus();
  const liveRegion = page.locator('[aria-live=assertive]');
  await page.keyboard.press('Space');
  await until('picked up', async () =>
    (await liveRegion.textContent()).endsWith(w.dnd('drag.over', { place: 1, total: 3 })),
  );
  await page.keyboard.press('ArrowDown');
  await becomes(() => liveRegion.textContent(), w.dnd('drag.over', { place: 2, total: 3 }));
  await page.keyboard.press('Space');
  await until('عود second', async () => (await order()) === 'عنبر عود مسك');
  await settle(page);
  await inspect(page, 'products of a category');
});

finishStory('categories');
