// Takes the pictures of the sign-in page's side panel from the demo store at E2E_URL (`rawaj seed`, then `rawaj serve`):
// the home page in both languages and skins. Run it when the home page's look has changed:
// E2E_URL=http://localhost:3000 E2E_CHROMIUM=/usr/bin/chromium node sign-in-pictures.js
import { writeFileSync } from 'node:fs';
import { call, signedIn } from './api.js';
import { open, settle } from './harness.js';

const folder = new URL('../src/features/auth/pictures/', import.meta.url).pathname;
/** The demo's Arabic names as an English reader would write them. */
const names = { فاطمة: 'Fatima', 'متجر رواج التجريبي': 'Rawaj demo store', ف: 'F' };
const viewport = { width: 1280, height: 810 };

for (const language of ['ar', 'en']) {
  for (const scheme of ['light', 'dark']) {
    const session = await call('POST', '/demo', { language });
    const page = await open({ language, scheme, viewport, storage: signedIn(session) });
    await page.goto(process.env.E2E_URL);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
    if (language === 'en') await page.evaluate(translate, names);
    const tools = await page.context().newCDPSession(page);
    // Playwright writes no WebP; its format is what keeps a picture small.
    const { data } = await tools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 68,
      clip: { x: 0, y: 0, ...viewport, scale: 1.17 },
    });
    const picture = Buffer.from(data, 'base64');
    writeFileSync(`${folder}home-${language}-${scheme}.webp`, picture);
    process.stdout.write(`home-${language}-${scheme}.webp ${(picture.length / 1000).toFixed(1)} kB\n`);
    await page.context().close();
  }
}
process.exit();

/** Runs in the page. */
function translate(all) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    // A single letter is an avatar's, and part of any word.
    for (const [from, to] of Object.entries(all))
      if (from.length > 1 || node.data === from) node.data = node.data.replaceAll(from, to);
  }
}
