// Every page of the dashboard that exists, in both languages, widths and skins, and what opens over them.
import { describe, test } from 'node:test';
import { base, merchant, signedIn } from './api.js';
import { finishStory, desk, go, inspect, open, phone, settle } from './harness.js';
import { addresses, createScreenData, overlays } from './pages/screens.js';
import { words } from './words.js';

let who, things;

test('a store with one of everything', async () => {
  who = await merchant({ mobile: '+966551007001', slug: 'screens', store: 'بيت القهوة' });
  things = await createScreenData(who);
});

describe('every page', { concurrency: 2 }, () => {
  // Contrast is measured in English only: the rule skips Arabic letters. There each page is measured in both skins.
  for (const [language, viewport, scheme] of [
    ['ar', desk, 'dark'],
    ['ar', phone, 'light'],
    ['en', desk, 'light'],
    ['en', phone, 'dark'],
  ]) {
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
      if (viewport === desk) {
        for (const [name, path, show] of overlays(words(language), things)) {
          await page.keyboard.press('Escape');
          await go(page, path);
          await show(page);
          await page.locator('[role=dialog], [role=menu]').first().waitFor();
          await settle(page);
          await inspect(page, name, { isInBothSkins: true });
        }
      }
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

async function inspectScreens(page, paths, isLoaded) {
  for (const path of paths) {
    if (isLoaded || path === '/login') {
      await page.goto(`${base}${path}`);
      await settle(page);
    } else {
      await go(page, path);
    }
    await page.locator('main').first().waitFor();
    await inspect(page, path, { isInBothSkins: true });
  }
}

finishStory('screens');
