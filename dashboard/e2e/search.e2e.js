// Search: in the dashboard's palette, and in the storefront while typing; with typos, on the wrong keyboard layout, by
// keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

let who;
const w = words('ar');

test('a store with products, a category and two colours', async () => {
  who = await merchant({ mobile: '+966551006071', slug: 'search-walk', store: 'دكان البحث' });
  const category = await call('POST', '/categories', {
    ...who,
    body: { name: { ar: 'العطور الشرقية', en: 'Perfumes' }, description: {}, slug: 'perfumes', is_active: true },
  });
  for (const [ar, sku] of [
    ['بَرفيوم العود الملكي', 'OUD-7001'],
    ['برفيوم الورد', 'ROSE-7002'],
    ['سجادة صلاة', 'RUG-7003'],
  ])
    await product(who, { name: { ar, en: '' }, sku, regular_price: '120.00', category_ids: [category.id] });
  const variant = (value) => ({ option_values: [value], qty: 4, has_unlimited_qty: false, is_active: true });
  await product(who, {
    name: { ar: 'شماغ قطن', en: '' },
    product_type: 'multi',
    regular_price: '90.00',
    options: [{ name: 'color', values: ['أحمر', 'أبيض'] }],
    variants: [variant('أحمر'), variant('أبيض')],
  });
});

test('GN: the palette finds a misspelt product, marks the words as they are written, and Enter opens it', async () => {
  const page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/`);
  await settle(page);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('textbox', { name: w.app('header.search') });
  await box.fill('العود');
  const line = page.locator('[data-action]', { hasText: 'بَرفيوم' });
  await line.waitFor();
  assert.equal(await line.locator('mark').first().textContent(), 'العود', 'the words as they stand there');
  await inspect(page, 'search: the palette');
  // A typo, and a code.
  await box.fill('برفوم');
  await line.waitFor();
  await box.fill('rug-70');
  await page.locator('[data-action]', { hasText: 'RUG-7003' }).waitFor();
  // A category is found by any spelling of its name.
  await box.fill('شرقيه');
  await page.locator('[data-action]', { hasText: 'العطور الشرقية' }).waitFor();
  await box.fill('سجادة');
  await page.locator('[data-action][data-selected]', { hasText: 'سجادة صلاة' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\/edit\//);
});

test('ST: the store suggests while somebody writes, by keys alone', async () => {
  const page = await open();
  await page.goto(who.shop);
  await page.locator('.head__search summary').click();
  const box = page.getByRole('combobox');
  await until('ready to be written into', () => box.evaluate((input) => input === document.activeElement));
  await box.pressSequentially('برفوم', { delay: 20 });
  const list = page.getByRole('listbox');
  // Those of the whole word: where the machine is slow, the first letters have suggestions of their own.
  await list.filter({ hasText: w.shop('search.meant') }).waitFor();
  await becomes(() => box.getAttribute('aria-expanded'), 'true');
  await becomes(
    async () => (await list.locator('mark').allTextContents()).join(),
    'برفيوم,بَرفيوم',
    'as each is written',
  );
  await inspect(page, 'search: suggestions');
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown');
  const chosen = await box.getAttribute('aria-activedescendant');
  await becomes(() => page.locator(`#${chosen}`).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Escape');
  await becomes(() => box.getAttribute('aria-expanded'), 'false');
  assert.ok(await box.isVisible(), 'the first Escape closes the list alone');
  // From empty with the first key, then to the product.
  await box.fill('ورد');
  // The suggestions of before are still in the list while those of the new word are on their way.
  await becomes(async () => (await list.locator('mark').allTextContents()).join(), 'ورد');
  await settle(page);
  await page.keyboard.press('ArrowDown');
  await until('one is chosen', () => box.getAttribute('aria-activedescendant'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\//);
});

test('ST: the page of results says what was meant, narrows by colour in a sheet, and works without scripts', async () => {
  const page = await open({ viewport: phone, scripts: false });
  await page.goto(`${who.shop}/search?q=${encodeURIComponent('شماق')}`);
  const meant = page.locator('.meant a');
  assert.equal(await meant.textContent(), 'شماغ');
  assert.equal(await page.locator('.card__name mark').first().textContent(), 'شماغ');
  await page.goto(`${who.shop}/collections`);
  await page.locator('.filters summary').click();
  await page.locator('.opt', { hasText: 'أحمر' }).click();
  await page.getByRole('button', { name: w.shop('list.show') }).click();
  await page.waitForURL(/opt\.color=/);
  await becomes(() => page.locator('.card').count(), 1);
  await page.locator('.chosen a').first().click();
  await page.waitForURL((url) => !url.search.includes('opt.'));
  // The sample product of a new store is a draft.
  assert.equal(await page.locator('.card').count(), 4);
  // The wrong keyboard layout, and no result.
  await page.goto(`${who.shop}/search?q=fvtd%2Cl`);
  assert.equal(await page.locator('.card').count(), 2);
  await page.goto(`${who.shop}/search?q=${encodeURIComponent('ثلاجة')}`);
  await page.locator('.ways a', { hasText: 'العطور الشرقية' }).waitFor();
});

finishStory('search');
