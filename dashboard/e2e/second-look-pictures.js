// Takes the pictures of the redesigned pages for docs/second-look.md from a fresh demo store at E2E_URL (`rawaj seed`,
// then `rawaj serve`): one contact sheet of each page, in both languages and skins, at 1440 and 390 px. Run it when the
// look of a page has changed, for all pages or for the named ones:
// E2E_URL=http://localhost:3000 E2E_CHROMIUM=/usr/bin/chromium node second-look-pictures.js [stock order ...]
// With E2E_PICTURES=<folder> each picture is written there in its full size too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { call, signedIn } from './api.js';
import { desk, open, phone, settle } from './harness.js';

const folder = new URL('../../docs/images/second-look/', import.meta.url).pathname;
const fullSize = process.env.E2E_PICTURES;
const wanted = process.argv.slice(2);

const demo = await call('POST', '/demo', { language: 'ar' });
const who = { token: demo.access_token, store: demo.store_data.id };
const first = async (path) => (await call('GET', path, who))[0];
// Customers have tabs where the store has segments.
if ((await call('GET', '/customer-segments', who)).length === 0)
  for (const { name, groups } of (await call('GET', '/customer-segments/templates', who)).slice(0, 3))
    await call('POST', '/customer-segments', { ...who, body: { name, groups } });
const product = await first('/products?sort=-stock');
const order = await first('/orders?sort=-total');

const heading = (page) => page.getByRole('heading', { level: 1 }).first().waitFor();
/** Each page with its address; `prepare` brings it into the state that is shown, `isOpen` needs no session. */
const pages = {
  home: { path: '/' },
  charts: { path: '/dashboard/ecommerce' },
  product: { path: `/products/edit/${product.id}` },
  stock: { path: '/products/stock' },
  order: { path: `/orders/view/${order.id}` },
  navigation: {
    path: '/products/list',
    prepare: async (page) => {
      if (page.viewportSize().width >= desk.width) return;
      await page.locator('header .mantine-Burger-root').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  settings: { path: '/settings/store' },
  payment: { path: '/payment-settings' },
  confirm: { path: '/orders/confirm' },
  'sign-in': { path: '/login', isOpen: true },
  onboarding: { path: '/register', isOpen: true },
  activity: { path: '/mentions' },
  customers: { path: '/customers/list' },
};

async function take({ path, isOpen, prepare }, language, scheme, viewport) {
  const storage = isOpen ? undefined : signedIn(await call('POST', '/demo', { language }));
  const page = await open({ language, scheme, viewport, storage });
  await page.goto(`${process.env.E2E_URL}${path}`);
  await heading(page);
  await settle(page);
  await prepare?.(page);
  await page.waitForTimeout(400);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
}

/** The sheet: desktop and phone side by side, for each language and skin. */
async function sheetOf(pictures) {
  const page = await open({ viewport: { width: 1900, height: 1000 } });
  const image = (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`;
  await page.setContent(
    `<style>body{margin:0;background:#b9b6b0}main{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:16px}
    div{display:flex;gap:8px}img{block-size:450px;border-radius:6px}</style>
    <main>${pictures.map((pair) => `<div>${pair.map(image).join('')}</div>`).join('')}</main>`,
  );
  await page
    .locator('img')
    .last()
    .evaluate((last) => last.decode());
  const box = await page.locator('main').boundingBox();
  const tools = await page.context().newCDPSession(page);
  // Playwright writes no WebP; its format is what keeps a picture small.
  const { data } = await tools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 62,
    clip: { ...box, scale: 1 },
  });
  await page.context().close();
  return Buffer.from(data, 'base64');
}

if (fullSize) mkdirSync(fullSize, { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const pictures = [];
  for (const language of ['ar', 'en'])
    for (const scheme of ['light', 'dark']) {
      const pair = [];
      for (const viewport of [desk, phone]) pair.push(await take(page, language, scheme, viewport));
      pictures.push(pair);
      if (fullSize)
        pair.forEach((picture, at) =>
          writeFileSync(`${fullSize}/${name}-${language}-${scheme}-${at ? 390 : 1440}.png`, picture),
        );
    }
  const sheet = await sheetOf(pictures);
  writeFileSync(`${folder}${name}-states.webp`, sheet);
  process.stdout.write(`${name}-states.webp ${(sheet.length / 1000).toFixed(1)} kB\n`);
}
process.exit();
