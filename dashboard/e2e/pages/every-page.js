// The walk over every page that exists, by width: a story of each width is a file of its own, so that they run beside each other.
import { describe, test } from 'node:test';
import { base, merchant, signedIn } from '../api.js';
import { desk, go, inspect, open, settle } from '../harness.js';
import { words } from '../words.js';
import { addresses, createScreenData, overlays } from './screens.js';

/**
 * Declares the tests of one width: every page in the languages and skins of `looks`, and on a desk what opens over them.
 * `account` is the merchant's mobile and slug.
 */
export function walkEveryPage({ account, viewport, looks }) {
  let who, things;

  test('a store with one of everything', async () => {
    who = await merchant({ ...account, store: 'بيت القهوة' });
    things = await createScreenData(who);
  });

  describe('every page', { concurrency: 2 }, () => {
    for (const [language, scheme] of looks) {
      test(`SH-01 SH-07: every page, ${language}, ${viewport.width} px, ${scheme}`, async () => {
        const { inside, outside } = addresses(things);
        const page = await open({ language, viewport, scheme, storage: signedIn(who.session) });
        page.expected.push(
          '404 /dashboard/v1/orders/ord_00000000000000/page',
          '404 /dashboard/v1/carts/crt_00000000000000',
        );
        // Each page is loaded from its address once; otherwise a page comes after another, as a merchant goes about.
        const isLoaded = language === 'ar' && viewport === desk;
        await inspectScreens(page, inside, isLoaded);
        if (viewport === desk) await inspectOverlays(page, things);
        await page.context().close();
        const visitor = await open({ language, viewport, scheme });
        visitor.expected.push(
          '404 /dashboard/v1/register/continue',
          '422 /dashboard/v1/register/continue',
          '422 /dashboard/v1/reset-password/check',
          '404 /dashboard/v1/invitations/check',
        );
        await inspectScreens(visitor, outside, isLoaded);
        await visitor.context().close();
      });
    }
  });
}

/** Both languages see the same pages: colours are measured in English, where axe sees every letter, in both skins. */
const look = (page) => ({ isInBothSkins: true, isContrastElsewhere: page.language === 'ar' });

async function inspectScreens(page, paths, isLoaded) {
  for (const path of paths) {
    if (isLoaded || path === '/login') {
      await page.goto(`${base}${path}`);
      await settle(page);
    } else {
      await go(page, path);
    }
    await page.locator('main').first().waitFor();
    await inspect(page, path, look(page));
  }
}

async function inspectOverlays(page, things) {
  for (const [name, path, show] of overlays(words(page.language), things)) {
    await page.keyboard.press('Escape');
    await go(page, path);
    await show(page);
    await page.locator('[role=dialog], [role=menu]').first().waitFor();
    await inspect(page, name, look(page));
  }
}
