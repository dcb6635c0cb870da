// ST-07: a merchant arranges the header's menu by pointer and keyboard, links to a category, and shoppers see it.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, painted, phone, resize, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
// The editor's own texts.
const texts = JSON.parse(readFileSync(new URL('../src/features/menus/i18n/ar.json', import.meta.url), 'utf8'));
const text = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (match, name) => values[name] ?? match);
let who, page, menu, perfume;

const menuNow = () => call('GET', `/menus/${menu}`, who);
const outline = (links) =>
  links.map((each) => each.title.ar + (each.links.length > 0 ? `(${outline(each.links)})` : '')).join(' ');
const expectSaved = (expected) =>
  until(`the menu ${expected}`, async () => outline((await menuNow()).links) === expected);
const button = (name, where = page) => where.getByRole('button', { name, exact: true });
const handle = (name) => button(text('move', { name }));
const row = (name) => page.getByRole('listitem').filter({ has: button(text('edit', { name })) });
const save = () => button(w.shared('save')).click();

test('ST-07: the list of menus, from the address that the settings have for it', async () => {
  who = await merchant({ mobile: '+966551009007', slug: 'menus', name: 'ريم', store: 'بيت العود' });
  for (const each of await call('GET', '/categories/list', who)) await call('DELETE', `/categories/${each.id}`, who);
  const category = (name, parent_id) =>
    call('POST', '/categories', { ...who, body: { name: { ar: name }, parent_id } });
  perfume = await category('عطور');
  await category('عطور شرقية', perfume.id);
  menu = (await call('GET', '/menus', who)).find((each) => each.code === 'main').id;
  const link = (title, url) => ({ title: { ar: title }, link_type: 'CUSTOM', url });
  await call('PUT', `/menus/${menu}`, {
    ...who,
    body: { links: [link('الرئيسية', '/'), link('المنتجات', '/collections'), link('تواصل', 'tel:+966551009007')] },
  });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/settings/store/menus`);
  await page.waitForURL(`${base}/menus`);
  await page.getByText(text('place.footer'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'menus');
  await page
    .getByRole('row')
    .filter({ hasText: text('place.main') })
    .getByRole('link')
    .click();
  await handle('الرئيسية').waitFor();
  await settle(page);
  await inspect(page, 'a menu', { isInBothSkins: true });
});

test('ST-07: by keyboard: below the one before with the left arrow, told in Arabic, undone and redone', async () => {
  await handle('تواصل').focus();
  await page.keyboard.press('Space');
  const liveRegion = page.locator('[aria-live=assertive]');
  await becomes(
    () => liveRegion.textContent(),
    text('drag.start', { name: 'تواصل', where: text('drag.top', { place: 3 }) }),
  );
  await page.keyboard.press('ArrowLeft');
  const below = text('drag.below', { parent: 'المنتجات', place: 1 });
  await becomes(() => liveRegion.textContent(), text('drag.over', { name: 'تواصل', where: below }));
  await page.keyboard.press('Space');
  await row('تواصل')
    .getByText(text('below', { name: 'المنتجات' }))
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Control+z');
  await row('تواصل')
    .getByText(text('below', { name: 'المنتجات' }))
    .waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+z');
  await save();
  await expectSaved('الرئيسية المنتجات(تواصل)');
});

test('ST-07: by pointer: to the front, and out of the one above', async () => {
  await settle(page);
  const box = await handle('تواصل').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 4 });
  await page.mouse.move(x, y - 160, { steps: 6 });
  await painted(page);
  await page.mouse.up();
  await save();
  // Undone from the message, which the pointer holds: the menu is as it was before the save.
  const undo = button(text('undo'), page.locator('[aria-live=polite]'));
  await undo.hover();
  await expectSaved('تواصل الرئيسية المنتجات');
  await settle(page);
  await undo.click();
  await expectSaved('الرئيسية المنتجات(تواصل)');
});

test('ST-07: a link to a category takes its name, its subcategories follow, and the storefront shows them', async () => {
  await button(text('add')).click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: text('kind.CATEGORY') }).waitFor({ state: 'attached' });
  await form.getByRole('combobox', { name: label(text('category')) }).click();
  await page.getByRole('option', { name: 'عطور', exact: true }).click();
  const title = form.getByRole('textbox', { name: label(text('linkTitle')) });
  await until('the name of the category', async () => (await title.inputValue()) === 'عطور');
  await settle(page);
  await inspect(page, 'a link');
  await form.getByRole('button', { name: text('add'), exact: true }).click();
  await button(text('edit', { name: 'عطور' })).waitFor();
  await button(text('fromCategories')).click();
  await button(text('edit', { name: 'عطور شرقية' })).waitFor();
  const preview = page.locator('[data-preview]');
  await preview.getByRole('button', { name: 'عطور' }).click();
  await preview.getByText('عطور شرقية', { exact: true }).waitFor();
  await save();
  await expectSaved('الرئيسية المنتجات(تواصل) عطور(عطور شرقية)');
  const shopper = await open();
  await shopper.goto(who.shop);
  const header = shopper.locator('.head__nav.only-large');
  await header.getByText('عطور', { exact: true }).click();
  await header.getByRole('link', { name: 'عطور شرقية' }).waitFor();
  await inspect(shopper, 'shop, an open menu');
  await resize(shopper, phone);
  await shopper.locator('.drawer > summary').click();
  await shopper.locator('.drawer .menu__sub > summary').filter({ hasText: 'عطور' }).click();
  await shopper.locator('.drawer').getByRole('link', { name: 'عطور شرقية' }).waitFor();
  await inspect(shopper, 'shop, an open menu on a phone');
});

test('ST-07: a deleted target is told on its row and in the list', async () => {
  const oud = await product(who, { name: { ar: 'دهن عود' }, regular_price: '90' });
  const { links, version } = await menuNow();
  const sent = ({ title, link_type, entity_id, url, links: below }) => ({
    title,
    link_type,
    ...(link_type === 'CUSTOM' ? { url } : { entity_id }),
    links: below.map(sent),
  });
  const added = { title: { ar: 'دهن عود' }, link_type: 'PRODUCT', entity_id: oud.id };
  await call('PUT', `/menus/${menu}`, { ...who, body: { version, links: [...links.map(sent), added] } });
  await call('DELETE', `/products/${oud.id}`, who);
  await page.goto(`${base}/menus`);
  await page.getByText(texts.broken.one, { exact: true }).waitFor();
  await page.goto(`${base}/menus/${menu}`);
  await row('دهن عود').getByText(text('missing.PRODUCT')).waitFor();
  await resize(page, phone);
  await inspect(page, 'a menu with a broken link, on a phone');
  await button(text('rowMenu', { name: 'دهن عود' })).click();
  await page.getByRole('menuitem', { name: w.shared('delete') }).click();
  await button(text('edit', { name: 'دهن عود' })).waitFor({ state: 'detached' });
  await save();
  await expectSaved('الرئيسية المنتجات(تواصل) عطور(عطور شرقية)');
});

finishStory('menus');
