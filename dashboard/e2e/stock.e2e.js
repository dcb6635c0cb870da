// A merchant's stock in the browser: locations, adjusting, transferring, movements; and a shopper with a reservation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, oud;

const stock = () => call('GET', `/products/${oud.id}/stock`, who);
const pieces = async () => (await stock()).items[0].levels.map((level) => level.qty);
// The one on top: an adjustment opens above the drawer of its product.
const dialog = () => page.getByRole('dialog').last();

test('a store with a perfume', async () => {
  who = await merchant({ mobile: '+966551006006', slug: 'stock', store: 'دار العود' });
  oud = await product(who, { name: { ar: 'عطر العود', en: 'Oud' }, regular_price: '250.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
});

test('PR-03: a second place is added in the settings, and the threshold is the store’s', async () => {
  await page.goto(`${base}/settings/store/stock`);
  await page.getByRole('button', { name: w.stock('places.add') }).click();
  await dialog().getByRole('textbox').first().fill('فرع جدة');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page.getByText('فرع جدة', { exact: true }).waitFor();
  const field = page.getByLabel(label(w.stock('low.label')));
  await field.fill('٨');
  await page.getByRole('button', { name: w.shared('save'), exact: true }).click();
  await until('the threshold', async () => (await call('GET', '/settings/low_stock_threshold', who)).value === 8);
  await inspect(page, 'settings, stock');
});

test('PR-03: goods arrive, are carried to Jeddah, and every step is told', async () => {
  await page.goto(`${base}/products/stock/${oud.id}`);
  await page.getByRole('button', { name: w.stock('adjust'), exact: true }).click();
  await dialog().getByText(w.stock('mode.add'), { exact: true }).click();
  await dialog()
    .getByLabel(label(w.stock('qty.add')))
    .fill('٥');
  await dialog()
    .getByText(w.stock('adjust.will', { n: '25' }))
    .waitFor();
  await inspect(page, 'adjusting stock');
  await dialog()
    .getByLabel(label(w.stock('note')))
    .fill('فاتورة 118');
  await dialog()
    .getByRole('button', { name: w.stock('adjust'), exact: true })
    .click();
  await page.getByText(w.stock('adjust.done')).waitFor();
  await page.getByText('فاتورة 118').waitFor();
  assert.deepEqual(await pieces(), [25, 0]);

  page.expected.push(`422 /dashboard/v1/products/${oud.id}/stock/transfer`);
  await page.getByRole('button', { name: w.stock('transfer.short'), exact: true }).click();
  await dialog()
    .getByLabel(label(w.stock('transfer.qty')))
    .fill('40');
  await dialog()
    .getByRole('button', { name: w.stock('transfer.go'), exact: true })
    .click();
  await dialog().getByText('المتوفر في هذا الموقع 25 فقط.').waitFor();
  await dialog()
    .getByLabel(label(w.stock('transfer.qty')))
    .fill('10');
  await dialog()
    .getByRole('button', { name: w.stock('transfer.go'), exact: true })
    .click();
  await page.getByText(w.stock('transfer.done')).waitFor();
  assert.deepEqual(await pieces(), [15, 10]);
  await settle(page);
  await inspect(page, 'stock of a product');
});

test('CA-04: a shopper who reaches the payment holds the pieces, and the merchant sees it', async () => {
  const shopper = await open({});
  await shopper.goto(`${who.shop}/products/${encodeURIComponent(oud.page_link)}`);
  await shopper
    .getByRole('button', { name: w.shop('product.add') })
    .first()
    .click();
  await shopper.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  await shopper.goto(`${who.shop}/checkout`);
  await shopper.getByLabel(label(w.shop('form.name'))).fill('هند الشهري');
  await shopper.getByLabel(label(w.shop('form.mobile'))).fill('0557001122');
  await shopper.getByLabel(label(w.shop('form.mobile'))).blur();
  await shopper.locator('#held').waitFor();
  assert.equal((await stock()).items[0].held, 1);
  await inspect(shopper, 'checkout, pieces held');
  await page.reload();
  await page.getByText(w.stock('stock.held', { count: 1 })).waitFor();
  await shopper.goto(`${who.shop}/cart`);
  assert.equal((await stock()).items[0].held, 0);
});

test('f12: "stock" opens the quantities: found by a code, set right in place, and taken back', async () => {
  await product(who, {
    name: { ar: 'بخور الملكي', en: 'Royal incense' },
    sku: 'BK-77',
    regular_price: '80.00',
    qty: 6,
  });
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/products\/stock$/);
  await page.getByRole('link', { name: w.app('nav.products'), exact: true }).click();
  await page.getByRole('link', { name: w.titles('quantities'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: w.stock('quantities.title'), exact: true }).waitFor();
  assert.ok(page.url().endsWith('/products/stock'));
  await page.getByPlaceholder(w.stock('quantities.search')).fill('BK-77');
  await until('one line', async () => (await page.locator('tbody tr[data-row]').count()) === 1);
  const [place] = (await call('GET', '/stock-locations', who)).map((each) => each.name.ar);
  const field = page.getByRole('textbox', { name: w.stock('adjust.at', { name: 'بخور الملكي', place }) });
  await becomes(() => field.inputValue(), '6');
  await inspect(page, 'quantities');
  // Escape restores the value.
  await field.fill('9');
  await field.press('Escape');
  await becomes(() => field.inputValue(), '6');
  await field.fill('١٤');
  await field.press('Enter');
  const [incense] = await call('GET', `/products?search=BK-77`, who);
  const qty = async () => (await call('GET', `/products/${incense.id}/stock`, who)).items[0].qty;
  const undo = page.getByRole('status').getByRole('button', { name: w.stock('adjust.undo'), exact: true });
  // The pointer holds the toast, and the undo in it.
  await undo.hover();
  await until('the new quantity', async () => (await qty()) === 14);
  await undo.click();
  await until('the old quantity', async () => (await qty()) === 6);
  await becomes(() => field.inputValue(), '6');
  // Both steps are in the list of movements.
  await page.getByRole('link', { name: w.stock('title'), exact: true }).click();
  await page.waitForURL(/\/products\/stock\/movements/);
  await page.getByText('بخور الملكي').first().waitFor();
});

test('PR-03: quantities are counted row by row, each row has its movements, and tabs show what runs out', async () => {
  const abaya = await call('POST', '/products', {
    ...who,
    body: {
      product_type: 'multi',
      is_active: true,
      is_published: true,
      name: { ar: 'عباية الليل', en: 'Night abaya' },
      options: [{ name: 'المقاس', values: ['M', 'L'] }],
      variants: ['M', 'L'].map((size) => ({
        option_values: [size],
        regular_price: '300.00',
        qty: 40,
        has_unlimited_qty: false,
        is_active: true,
      })),
    },
  });
  const pieces = async () => (await call('GET', `/products/${abaya.id}/stock`, who)).items.map((item) => item.qty);
  const [place] = (await call('GET', '/stock-locations', who)).map((each) => each.name.ar);
  const field = (size) =>
    page.getByRole('textbox', { name: w.stock('adjust.at', { name: `عباية الليل · ${size}`, place }) });
  await page.goto(`${base}/products/stock?search=${encodeURIComponent('عباية')}`);
  await field('M').fill('٣٥');
  await field('M').press('Enter');
  await until('the next row has the focus', () => field('L').evaluate((input) => input === document.activeElement));
  // What is no number is refused in its field, which keeps the focus.
  await field('L').fill('abc');
  await field('L').press('Enter');
  await page.getByRole('cell').getByRole('alert').waitFor();
  await inspect(page, 'quantities, a refused one');
  await field('L').fill('2');
  await field('L').press('Enter');
  await until('both are counted', async () => (await pieces()).join() === '35,2');
  await page.getByText(w.stock('level.few'), { exact: true }).waitFor();
  // The row leads to the movements of its own variant, above the list.
  await page
    .getByRole('link', { name: w.stock('history.of', { name: '\u2068عباية الليل · L\u2069' }), exact: true })
    .click();
  await page.waitForURL(new RegExp(`/products/stock/${abaya.id}/var_`));
  await dialog().getByText('−38').waitFor();
  assert.equal(await dialog().getByText('−5').count(), 0);
  await settle(page);
  await inspect(page, 'movements of a variant');
  await dialog()
    .getByRole('link', { name: w.stock('toAll'), exact: true })
    .click();
  await dialog().getByText('−5').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  assert.ok(page.url().includes('search='), 'the list is as it was');
  await page.goto(`${base}/products/stock`);
  const tab = (level) => page.getByRole('button', { name: new RegExp(`^${w.stock(`tab.${level}`)}`) });
  await tab('low').filter({ hasText: '1' }).click();
  await page.getByText('بخور الملكي').waitFor();
  await until('the other is hidden', async () => (await page.getByText('عباية الليل').count()) === 0);
});

test('PR-03: the store’s movements are filtered by reason, on a phone too', async () => {
  await page.goto(`${base}/products/stock/movements?reason=transfer`);
  await page.getByText('فرع جدة').first().waitFor();
  await until('two movements', async () => (await page.locator('tbody tr[data-row]').count()) === 2);
  await inspect(page, 'movements');
  const phonePage = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await phonePage.goto(`${base}/products/stock/${oud.id}`);
  await phonePage.getByText('فاتورة 118').waitFor();
  await inspect(phonePage, 'stock of a product, phone');
});

finishStory('stock');
