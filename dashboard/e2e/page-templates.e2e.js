// TH-01, PR-01: a merchant shows one product as a gift: chooses the template in its form, goes from there to the editor, writes in the
// template with any product as its example, publishes; the other products stay as they are.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { base, becomes, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
const texts = (path) => JSON.parse(readFileSync(new URL(`../src/${path}/i18n/ar.json`, import.meta.url), 'utf8'));
const template = texts('modules/page-template');
const steps = 'أرسلها هدية';
let who, lamp, page, shopper;
const shop = (of) => `${who.shop}${new URL(of.url).pathname}`;
const frame = () => page.frameLocator('iframe');

test('TH-01: a product is shown as a gift, chosen in its form', async () => {
  who = await merchant({ mobile: '+966551006097', slug: 'page-templates', store: 'دكان الهدايا' });
  await product(who, { name: { ar: 'كوب سفر', en: 'Travel cup' }, regular_price: '40' });
  lamp = await product(who, { name: { ar: 'مصباح نحاسي', en: 'Brass lamp' }, regular_price: '180' });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/products/edit/${lamp.id}`);
  const select = page.getByLabel(template.label, { exact: true }).locator('visible=true').first();
  await select.click();
  await page.getByRole('option', { name: 'هدية', exact: true }).click();
  await settle(page);
  await inspect(page, 'the template of a product');
  await page
    .getByRole('button', { name: label(w.shared('save')) })
    .first()
    .click();
  await becomes(async () => (await call('GET', `/products/${lamp.id}`, who)).template, 'gift');
  shopper = await open({ viewport: phone });
  await shopper.goto(shop(lamp), { waitUntil: 'load' });
  await shopper.getByRole('heading', { name: steps }).waitFor();
  await inspect(shopper, 'a product as a gift');
});

test('TH-02: the template is edited from there, with an example, and published', async () => {
  await page.getByRole('link', { name: template.customize }).click();
  await until('the editor of the template', () => page.url().includes('product.gift'));
  await frame().getByRole('heading', { name: steps }).waitFor();
  const { sortableSections } = await call('GET', '/themes/one/product.gift', who);
  const section = sortableSections.find(({ slug }) => slug === 'multi_column');
  await frame()
    .locator(`[data-section="${section.id}"]`)
    .first()
    .click({ position: { x: 20, y: 20 } });
  await page.locator('[data-path="settings.heading.ar"]').fill('هدية تسعد من تحب');
  await frame().getByText('هدية تسعد من تحب', { exact: true }).first().waitFor();
  await settle(page);
  await inspect(page, 'the editor of a template');
  // What is seen at once is written a moment later.
  await becomes(async () => {
    const { sortableSections: stored } = await call('GET', '/themes/one/product.gift', who);
    return stored.find(({ id }) => id === section.id).settings.heading.ar;
  }, 'هدية تسعد من تحب');
  await call('POST', '/themes/one/publication', { ...who, body: {} });
  await shopper.goto(shop(lamp), { waitUntil: 'load' });
  await shopper.getByText('هدية تسعد من تحب', { exact: true }).first().waitFor();
});

finishStory('page-templates');
