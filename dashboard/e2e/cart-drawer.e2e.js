// The cart over the page: opened by an addition and by the header, changed in place, taken back, closed to where it was opened; and what
// stands beside it on every page: buttons of cards, the chat, the footer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, call, merchant, product, until } from './api.js';
import { desk, finishStory, inspect, open, phone, settle } from './harness.js';
import { words } from './words.js';

let who;
const home = (language) => `${who.shop}${language === 'ar' ? '' : '/en'}`;

test('CA-01: a store with a button on its cards, a chat and accounts', async () => {
  who = await merchant({ mobile: '+966551006041', slug: 'drawer', store: 'دار السلة' });
  await product(who, { name: { ar: 'عود', en: 'Oud' }, regular_price: '120.00', qty: 3, has_unlimited_qty: false });
  await product(who, { name: { ar: 'مسك', en: 'Musk' }, regular_price: '60.00' });
  await product(who, {
    product_type: 'multi',
    name: { ar: 'ثوب', en: 'Thobe' },
    options: [{ name: 'size', values: ['M', 'L'] }],
    variants: ['M', 'L'].map((value) => ({ option_values: [value], regular_price: '150.00', qty: 4, is_active: true })),
  });
  await product(who, { name: { ar: 'بخور', en: 'Bakhoor' }, regular_price: '40.00', qty: 0, has_unlimited_qty: false });
  const { settingSections } = await call('GET', '/themes/one/index', who);
  const settings = {
    card_button: true,
    whatsapp_number: '+966551234567',
    social_instagram: 'https://www.instagram.com/example',
    trust_text_2: { ar: 'استبدال خلال 7 أيام', en: 'Exchange within 7 days' },
  };
  await call('PUT', `/themes/one/sections/${settingSections[0].id}`, { ...who, body: { settings } });
  await call('POST', '/themes/one/publication', { ...who, body: {} });
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desk],
]) {
  test(`CA-01, CA-02: the cart over the page, ${language}, ${viewport.width} px`, async () => {
    const w = words(language);
    const page = await open({ language, viewport });
    const oud = language === 'ar' ? 'عود' : 'Oud';
    await page.goto(`${home(language)}/collections`);
    await page.locator('.wa').waitFor();
    await page.locator('.foot__social a').first().waitFor();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: oud, exact: true }) });
    await inspect(page, 'cards with buttons, the chat, the footer');
    const add = card.getByRole('button');
    await add.click();
    const box = page.locator('dialog.cartbox');
    await box.getByRole('status').getByText(w.shop('cart.added')).waitFor();
    await becomes(() => box.locator('.line').count(), 1);
    await inspect(page, 'the cart over the page');
    // Presses in a row are one cart in the end, and each is kept.
    const quantity = box.locator('input[name^="quantity"]');
    const more = box.getByRole('button', { name: w.shop('product.more') });
    await more.click();
    await more.click();
    await box.locator('.cartbox__sum').getByText('360').waitFor();
    await settle(page);
    await becomes(() => quantity.inputValue(), '3');
    // More than there is: told there, in the page's language.
    page.expected.push(/^422 .*\/cart\/update$/);
    await quantity.fill('9');
    await quantity.press('Enter');
    await box.getByRole('alert').waitFor();
    await becomes(() => quantity.inputValue(), '3');
    await inspect(page, 'a quantity that is refused');
    await box.getByRole('button', { name: w.shop('cart.remove') }).click();
    await box.getByText(w.shop('cart.empty')).waitFor();
    const undo = box.getByRole('button', { name: w.shop('cart.undo') });
    await until('the focus on the undo', () => undo.evaluate((element) => element === document.activeElement));
    await inspect(page, 'an empty cart over the page');
    await undo.click();
    await box.locator('.line').waitFor();
    await becomes(() => quantity.inputValue(), '3');
    // The keyboard stays within, and comes back to where it was.
    for (let n = 0; n < 16; n += 1) {
      await page.keyboard.press('Tab');
      const isWithin = () =>
        !document.activeElement || document.activeElement.closest('dialog') || document.activeElement === document.body;
      assert.ok(await page.evaluate(isWithin), 'the focus left the open cart');
    }
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    await until('the focus comes back', () => add.evaluate((element) => element === document.activeElement));
    const bag = page.locator('.head__tools a:has([data-cart-count])');
    await bag.click();
    await box.waitFor();
    await page.mouse.click(language === 'ar' ? viewport.width - 4 : 4, viewport.height / 2);
    if (viewport === desk) await box.waitFor({ state: 'hidden' });
    else await box.locator('[data-close]').click();
    await box.waitFor({ state: 'hidden' });
    await bag.click();
    await box.getByRole('link', { name: w.shop('cart.checkout'), exact: true }).click();
    await page.waitForURL(/\/checkout$/);
    assert.equal(await page.locator('.wa').count(), 0);
    await page.context().close();
  });
}

test('CA-01: without scripts the same buttons and the bag lead to the page of the cart', async () => {
  const page = await open({ viewport: phone, scripts: false });
  await page.goto(`${home('ar')}/collections`);
  await page.locator('.card', { hasText: 'مسك' }).getByRole('button').click();
  await page.waitForURL(/\/cart$/);
  await page.getByText('مسك').first().waitFor();
  await page.goto(home('ar'));
  await page.locator('.head__tools a:has([data-cart-count])').click();
  await page.waitForURL(/\/cart$/);
});

test('TH-04: the chat stands above the bar that buys', async () => {
  const page = await open({ viewport: phone });
  await page.goto(`${home('ar')}/collections`);
  await page.locator('.card__name a', { hasText: 'مسك' }).click();
  await page.locator('.buybar').waitFor();
  const [chat, bar] = [await page.locator('.wa').boundingBox(), await page.locator('.buybar').boundingBox()];
  assert.ok(chat.y + chat.height <= bar.y, `${chat.y + chat.height} is below ${bar.y}`);
  const text = new URL(await page.locator('.wa').getAttribute('href')).searchParams.get('text');
  assert.match(text, /مسك\nhttp/);
  await inspect(page, 'a product with the chat');
});

finishStory('cart-drawer');
