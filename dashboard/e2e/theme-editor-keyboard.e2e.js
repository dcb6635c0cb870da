// TH-02, TH-03: the whole editor without a pointer, in English: parts are reached by Tab and the arrow keys, written, added, moved,
// hidden, deleted and brought back, looked at on another page, published, and an earlier version is brought back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, open } from './harness.js';

const texts = JSON.parse(readFileSync(new URL('../src/features/theme-editor/i18n/en.json', import.meta.url), 'utf8'));
const text = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (match, name) => values[name] ?? match);
let who, page;

const slugs = async () =>
  (await call('GET', '/themes/one/index', who)).sortableSections.map(({ slug }) => slug).join(' ');
const sectionOf = async (slug) =>
  (await call('GET', '/themes/one/index', who)).sortableSections.find((each) => each.slug === slug);
const button = (name, where = page) => where.getByRole('button', { name, exact: true });
const press = (key) => page.keyboard.press(key);
const row = (id) => page.locator(`button[data-section="${id}"]`);

/** Presses Tab (or Shift+Tab) until the part has the focus; a part that it never gets is not reachable by keyboard. */
async function tabTo(part, key = 'Tab') {
  await part.waitFor({ state: 'attached' });
  for (let presses = 0; presses < 80; presses += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await press(key);
  }
  assert.fail(`${key} does not reach ${part}`);
}

/** Chooses an item of an open menu by its first letters' way: arrow keys. */
async function chooseItem(name) {
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  await tabTo(item, 'ArrowDown');
  await press('Enter');
  await item.waitFor({ state: 'detached' });
}

const isFocused = (part) => part.evaluate((element) => element === document.activeElement);

test('TH-03: a section is opened, written in and left by keyboard', async () => {
  who = await merchant({ mobile: '+966551009061', slug: 'keys', name: 'لمى', store: 'دار لمى' });
  await product(who, { name: { ar: 'دهن عود', en: 'Oud oil' }, regular_price: '90' });
  page = await open({ language: 'en', storage: signedIn(who.session) });
  await page.goto(`${base}/theme/editor`);
  await page.locator('[data-ready]').waitFor();
  const hero = await sectionOf('hero');
  await tabTo(row(hero.id));
  await press('Enter');
  const heading = page.locator('[data-path="settings.heading.en"]');
  await tabTo(page.getByRole('region', { name: hero.name.en }).getByRole('radio', { name: 'العربية' }));
  await press('ArrowRight');
  await tabTo(heading);
  await press('Control+a');
  await page.keyboard.type('Written without a pointer');
  await becomes(async () => (await sectionOf('hero')).settings.heading.en, 'Written without a pointer');
  await press('Escape');
  await row(hero.id).waitFor();
  await until('the focus on the section that was left', () => isFocused(row(hero.id)));
});

test('TH-03: a section is added, moved, hidden, copied, deleted and brought back by keyboard', async () => {
  await tabTo(button(text('addSection')));
  await press('Enter');
  const picker = page.getByRole('dialog');
  await until('the focus in the search', () => isFocused(picker.getByRole('textbox')));
  await page.keyboard.type('questions');
  const first = picker.getByRole('listitem').getByRole('button').first();
  await tabTo(first);
  await press('Enter');
  await picker.waitFor({ state: 'detached' });
  await becomes(slugs, 'hero categories featured featured faq');
  const faq = await sectionOf('faq');
  const panel = page.getByRole('region', { name: faq.name.en, exact: true });
  await until('the focus in the new section', () =>
    panel.evaluate((element) => element.contains(document.activeElement)),
  );
  await press('Escape');
  await tabTo(page.locator(`[data-move="${faq.id}"]`), 'Shift+Tab');
  const live = page.locator('[aria-live=assertive]').last();
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) {
    const told = await live.textContent();
    await press(key);
    await until(`the answer to ${key}`, async () => (await live.textContent()) !== told);
  }
  await becomes(slugs, 'hero categories faq featured featured');
  const menu = button(text('rowMenu', { name: faq.name.en }));
  const choose = async (item) => {
    await tabTo(menu);
    await press('Enter');
    await chooseItem(item);
  };
  await choose(text('hide'));
  await becomes(async () => (await sectionOf('faq')).is_active, false);
  await choose(text('show'));
  await becomes(async () => (await sectionOf('faq')).is_active, true);
  await choose('Delete');
  await becomes(slugs, 'hero categories featured featured');
  await press('Control+z');
  await becomes(slugs, 'hero categories faq featured featured');
});

test('TH-01: another page is chosen by keyboard, and the selection is cleared', async () => {
  const pages = page.getByRole('combobox', { name: text('page'), exact: true });
  await tabTo(pages, 'Shift+Tab');
  await press('ArrowDown');
  const option = page.getByRole('option', { name: text('page.cart'), exact: true });
  await option.waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await option.evaluate((element) => element.hasAttribute('data-combobox-selected'))) break;
    await press('ArrowDown');
  }
  await press('Enter');
  await until('the page in the address', () => page.url().includes('page=cart'));
  await page.locator('[data-ready]').waitFor();
});

test('TH-03: published by keyboard, and an earlier version is brought back', async () => {
  await tabTo(button(text('publish')));
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(text('change.added'), { exact: false }).first().waitFor();
  await tabTo(dialog.getByRole('textbox', { name: text('note') }));
  await page.keyboard.type('By keyboard');
  await tabTo(button(text('publish'), dialog));
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(text('state.published'), { exact: true }).waitFor();
  const shopper = await open({ language: 'en' });
  await shopper.goto(`${who.shop}/en/`);
  await shopper.getByRole('heading', { name: 'Written without a pointer' }).waitFor();
  await shopper.context().close();
  await tabTo(button(text('more')), 'Shift+Tab');
  await press('Enter');
  await chooseItem(text('versions'));
  const drawer = page.getByRole('dialog');
  const earlier = drawer.getByRole('button', { name: text('versionNumber', { number: 1 }) });
  await tabTo(earlier);
  await press('Enter');
  await tabTo(button(text('restoreVersion'), drawer).last());
  await press('Enter');
  await becomes(slugs, 'hero categories featured featured');
  await page.context().close();
});

finishStory('theme-editor-keyboard');
