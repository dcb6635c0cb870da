// The product's page in the browser: its pictures over the page, sharing, the bar that buys, blocks in another order. In both languages
// and widths, and without JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, call, merchant, product, until } from './api.js';
import { desk, finishStory, inspect, open, phone, settle } from './harness.js';
import { picture } from './files/pictures.js';
import { words } from './words.js';

let who, path;
const home = (language) => `${who.shop}${language === 'ar' ? '' : '/en'}`;
const own = (language) => `${home(language)}${path}`;

const upload = async ([name, width, height, colour]) => {
  const { name: file, mimeType, buffer } = picture(name, width, height, colour);
  const form = new FormData();
  form.set('media', new Blob([buffer], { type: mimeType }), file);
  const { id } = await call('POST', '/media', { ...who, form });
  await until('the sizes of the picture', async () => (await call('GET', `/media/${id}`, who)).status === 'ready');
  return id;
};

/** Changes the section of the product's page and publishes it. */
async function publish(change) {
  const { preSections } = await call('GET', '/themes/one/product', who);
  const section = preSections.find(({ slug }) => slug === 'product');
  await call('PUT', `/themes/one/sections/${section.id}`, { ...who, body: change(section) });
  await call('POST', '/themes/one/publication', { ...who, body: {} });
}

test('a store with a product of many pictures', async () => {
  who = await merchant({ mobile: '+966551006091', slug: 'product-walk', store: 'دكان الصور' });
  const image_ids = await Promise.all(
    [
      ['a.png', 600, 800, [180, 140, 90]],
      ['b.png', 800, 150, [90, 110, 200]],
      ['c.png', 150, 800, [90, 160, 110]],
    ].map(upload),
  );
  const thobe = await product(who, {
    product_type: 'multi',
    name: { ar: 'ثوب صيفي من القطن المصري طويل التيلة', en: 'Summer thobe of Egyptian cotton' },
    description: { ar: '<p>قطن خفيف.</p>', en: '<p>Light cotton.</p>' },
    image_ids,
    options: [{ name: 'size', values: ['M', 'L'] }],
    variants: ['M', 'L'].map((value) => ({
      option_values: [value],
      regular_price: '180.00',
      qty: 30,
      has_unlimited_qty: false,
      is_active: true,
    })),
  });
  path = new URL(thobe.url).pathname;
  await publish(({ blocks }) => ({
    blocks: [
      ...blocks,
      { id: 'share', type: 'share', is_active: true, settings: {} },
      { id: 'trust', type: 'trust', is_active: true, settings: {} },
      {
        id: 'guide',
        type: 'size_guide',
        is_active: true,
        settings: { content: { ar: '<p>M الصدر 52</p>', en: '<p>M chest 52</p>' } },
      },
    ],
  }));
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desk],
]) {
  test(`TH-04: pictures, guide, sharing and the bar, ${language}, ${viewport.width} px`, async () => {
    const w = words(language);
    const page = await open({ language, viewport });
    page.expected.push(`422 ${language === 'ar' ? '' : '/en'}/cart`);
    await page.goto(own(language), { waitUntil: 'load' });
    await inspect(page, 'product of blocks');
    const told = (n) => w.shop('gallery.at').replace('{n}', n).replace('{count}', 3);
    const links = page.locator('[data-zoom]');
    const box = page.locator('dialog.lightbox');
    const status = box.getByRole('status');

    // By the keyboard: open, forth and back in the direction of reading, around the end, out.
    await links.first().focus();
    await page.keyboard.press('Enter');
    await becomes(() => status.textContent(), told(1));
    await inspect(page, 'a picture over the page');
    const [next, previous] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    await page.keyboard.press(next);
    await becomes(() => status.textContent(), told(2));
    await page.keyboard.press(previous);
    await page.keyboard.press(previous);
    await becomes(() => status.textContent(), told(3));
    await page.keyboard.press('+');
    await becomes(() => box.locator('[data-do=zoom]').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    // The focus is on the picture that was seen last.
    await becomes(() => links.nth(2).evaluate((link) => link === document.activeElement), true);

    // By the pointer: a press enlarges around it, the next one ends that, a pull turns the page, beside the picture is out.
    await links.first().click();
    await becomes(() => status.textContent(), told(1));
    const image = box.locator('.lightbox__stage img');
    await becomes(() => image.evaluate((one) => one.complete && one.naturalWidth > 0), true);
    const { width: before } = await image.boundingBox();
    await image.click({ position: { x: 40, y: 40 } });
    await until('it is larger', async () => (await image.boundingBox()).width > before * 2);
    await page.mouse.click(viewport.width / 2, viewport.height / 2);
    await becomes(async () => Math.round((await image.boundingBox()).width), Math.round(before));
    const pull = async (from, to) => {
      await page.mouse.move(from, viewport.height / 2);
      await page.mouse.down();
      await page.mouse.move((from + to) / 2, viewport.height / 2);
      await page.mouse.move(to, viewport.height / 2);
      await page.mouse.up();
    };
    const middle = viewport.width / 2;
    await pull(middle, language === 'ar' ? middle + 120 : middle - 120);
    await becomes(() => status.textContent(), told(2));
    await box.getByRole('button', { name: w.shop('gallery.next'), exact: true }).click();
    await becomes(() => status.textContent(), told(3));
    await page.mouse.click(viewport.width / 4, viewport.height / 2);
    await box.waitFor({ state: 'hidden' });

    // The guide opens over the page and gives the focus back.
    const guide = page.getByText(w.shop('product.size_guide'), { exact: true });
    await guide.click();
    const sheet = page.locator('dialog.sheet');
    await sheet.getByText('52').waitFor();
    await inspect(page, 'the size guide');
    await sheet.getByRole('button', { name: w.shop('product.close') }).click();
    await sheet.waitFor({ state: 'detached' });
    await becomes(() => page.evaluate(() => document.activeElement.tagName), 'SUMMARY');

    // Sharing without the phone's own sheet: links, and one that copies.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    assert.match(
      await page.locator('.share a').first().getAttribute('href'),
      /^https:\/\/wa\.me\/\?text=%D8|^https:\/\/wa\.me\/\?text=Summer/,
    );
    if (await page.locator('[data-copy]').isVisible()) {
      await page.locator('[data-copy]').click();
      await page.locator('.share').getByText(w.shop('share.copied')).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), own(language));
    }

    // The bar: on a phone always, on a wide screen while the button is out of sight. It buys what the form says.
    await page.evaluate(() => scrollTo(0, 0));
    await settle(page);
    const bar = page.locator('.buybar');
    if (viewport === desk) {
      await bar.waitFor({ state: 'hidden' });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    }
    await bar.waitFor({ state: 'visible' });
    await bar.getByRole('button').click();
    await page.locator('.option .error:visible').waitFor();
    await page.locator('label.chip', { hasText: 'M' }).click();
    if (viewport === desk) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await bar.getByRole('button').click();
    await page.getByRole('status').getByText(w.shop('cart.added')).waitFor();
    await inspect(page, 'bought from the bar');
  });
}

test('TH-04: pictures beside their small ones, and blocks turned round, also without scripts', async () => {
  const w = words('ar');
  await publish(({ blocks }) => ({
    settings: { gallery: 'thumbnails', thumbnails: 'beside', picture_ratio: 'square' },
    blocks: blocks.toReversed(),
  }));
  const page = await open({ viewport: desk });
  await page.goto(own('ar'), { waitUntil: 'load' });
  await inspect(page, 'small pictures beside the large one');
  const small = page.locator('.thumb');
  await small.nth(2).click();
  await becomes(() => small.nth(2).getAttribute('aria-current'), 'true');
  const [strip, third] = await Promise.all(
    [page.locator('.gallery'), page.locator('.gallery li').nth(2)].map((one) => one.boundingBox()),
  );
  assert.ok(Math.abs(strip.x - third.x) < 3, `the third picture is at ${third.x}, the strip at ${strip.x}`);

  const plain = await open({ viewport: phone, scripts: false });
  await plain.goto(own('ar'));
  const href = await plain.locator('[data-zoom]').first().getAttribute('href');
  const kind = (address) => fetch(address).then((answer) => answer.headers.get('content-type'));
  assert.match(await page.evaluate(kind, href), /^image\//);
  await plain.locator('summary', { hasText: w.shop('product.size_guide') }).click();
  await plain.getByText('52').waitFor();
  await plain.locator('label.chip', { hasText: 'L' }).click();
  await plain.locator('button[data-main]:visible').first().click();
  await plain.waitForURL(/\/cart$/);
  await plain.getByText('المقاس: L').waitFor();
});

finishStory('product-page');
