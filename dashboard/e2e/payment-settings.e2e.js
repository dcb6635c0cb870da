// The payment settings in the browser: methods sorted by keyboard, fees shown as they are paid, limits, and the country without a
// method at the checkout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, resize } from './harness.js';
import { find } from './pages/shop.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page;

const dialog = () => page.getByRole('dialog');
const methods = () => call('GET', '/payment-methods', who);
const manage = (name) => page.getByRole('link', { name: w.payment('manageOf', { name: `\u2068${name}\u2069` }) });

test('methods are sorted by keyboard', async () => {
  who = await merchant({ mobile: '+966551065065', slug: 'payment-settings', store: 'دار العود' });
  await product(who, { name: { ar: 'عود معتق', en: 'Oud' }, regular_price: '180.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/payment-settings`);
  await page.getByRole('button', { name: w.payment('move', { name: `\u2068${w.payment('kind.COD')}\u2069` }) }).focus();
  const liveRegion = page.locator('[aria-live=assertive]');
  for (const key of ['Space', 'ArrowDown', 'Space']) {
    const before = await liveRegion.textContent();
    await page.keyboard.press(key);
    await until('the announcement', async () => (await liveRegion.textContent()) !== before);
  }
  await until('the new order', async () => (await methods())[0].provider === 'BANK');
  await inspect(page, 'settings, payment', { isInBothSkins: true });
});

test('fees are shown as the shopper pays them, with limits and countries', async () => {
  await manage(w.payment('kind.COD')).click();
  await dialog()
    .getByLabel(label(w.payment('fixed')))
    .fill('10');
  await dialog()
    .getByLabel(label(w.payment('ratio')))
    .fill('2.5');
  await dialog().getByText('112.50').first().waitFor();
  await dialog()
    .getByLabel(label(w.payment('min')))
    .fill('300');
  await dialog()
    .getByLabel(label(w.payment('max')))
    .fill('200');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await dialog().getByText(w.payment('maxBelowMin')).waitFor();
  await dialog()
    .getByLabel(label(w.payment('max')))
    .fill('');
  await dialog()
    .getByLabel(label(w.payment('min')))
    .fill('50');
  await dialog()
    .getByRole('combobox', { name: label(w.payment('countries')) })
    .fill('مصر');
  await page.getByRole('option', { name: 'مصر', exact: true }).click();
  // The list of countries closes.
  await page.keyboard.press('Tab');
  await inspect(page, 'settings, a payment method');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await dialog().waitFor({ state: 'hidden' });
  const cash = (await methods()).find((method) => method.provider === 'COD');
  assert.deepEqual(
    [cash.fixed_fees, cash.ratio_fees, cash.min_amount, cash.countries],
    ['10.00', '2.50', '50.00', ['EG']],
  );
  await resize(page, phone);
  // What measured the text of the drawer is as wide as that was.
  await page.reload();
  await manage(w.payment('kind.COD')).waitFor();
  await inspect(page, 'settings, payment, on a phone');
});

test('a country without payment methods is told at the checkout', async () => {
  const shopper = await open({ viewport: phone });
  await find(shopper, w, { home: who.shop, product: 'عود معتق' });
  await shopper.goto(`${who.shop}/checkout`);
  await shopper.getByText('لا تتوفر طرق دفع في بلدك.').waitFor();
});

finishStory('payment-settings');
