// Layout: names in the other text direction, the menu, and the edges of a phone's screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn } from './api.js';
import { finishStory, desk, inspect, open, phone, settle, startsAtItsColumn } from './harness.js';
import { words } from './words.js';

let who, order;
const tea = 'شاي';

test('a store whose goods have short Arabic names, and an order', async () => {
  who = await merchant({ mobile: '+966551045001', slug: 'first-hour', store: 'بيت الشاي' });
  const products = [];
  for (const n of [1, 2, 3])
    products.push(
      await product(who, {
        name: { ar: `${tea} ${n}`, en: '' },
        sku: `A-LONG-CODE-OF-THE-SHELF-${n}`,
        regular_price: '20.00',
      }),
    );
  await placeOrder(who.shop, { product: products[0], name: 'هدى القحطاني', mobile: '0551112233' });
  [order] = await call('GET', '/orders', who);
});

test('f12: Arabic names begin where their column begins in English: products, their bulk preview', async () => {
  const w = words('en');
  const page = await open({ language: 'en', storage: signedIn(who.session) });
  await page.goto(`${base}/products/list`);
  await startsAtItsColumn(page.locator('tbody bdi', { hasText: tea }), 'the products list');
  await page.getByRole('checkbox', { name: w.shared('list.selectAll') }).check();
  await page.getByRole('button', { name: w.products('bulk.edit'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: w.bulk('percent') }).fill('10');
  await dialog.getByRole('button', { name: w.bulk('preview') }).click();
  await startsAtItsColumn(dialog.locator('bdi', { hasText: tea }), 'the preview of a bulk edit');
  await settle(page);
  await inspect(page, 'bulk edit of Arabic names in English');
});

for (const language of ['ar', 'en']) {
  test(`f12: no entry of the menu is cut off, and one thing scrolls, ${language}, ${desk.width} px`, async () => {
    const page = await open({ language, viewport: desk, storage: signedIn(who.session) });
    await page.goto(`${base}/products/list`);
    await page.locator('nav [aria-current=page]').first().waitFor();
    await settle(page);
    const { cut, entries, bars } = await page.evaluate(() => {
      const links = [...document.querySelectorAll('aside nav a, [role=complementary] nav a, nav a')];
      const texts = links.flatMap((link) =>
        [...link.querySelectorAll('span')].filter((span) => span.textContent.trim()),
      );
      const scrolls = (element) =>
        element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
      return {
        entries: links.length,
        cut: texts
          .filter((span) => span.scrollWidth > span.clientWidth + 1 && span.clientWidth > 0)
          .map((s) => s.textContent),
        bars: [...document.querySelectorAll('aside, aside *, nav, nav *')].filter(scrolls).length,
      };
    });
    assert.ok(entries > 10, `the menu has ${entries} entries`);
    assert.deepEqual(cut, []);
    assert.ok(bars <= 1, `${bars} scroll bars in the menu`);
  });

  test(`f12: the actions of an order stay inside the page's padding, ${language}, ${phone.width} px`, async () => {
    const w = words(language);
    const page = await open({ language, viewport: phone, storage: signedIn(who.session) });
    await page.goto(`${base}/orders/view/${order.id}`);
    const more = page.getByRole('button', { name: w.shared('page.more') }).first();
    await more.waitFor();
    await settle(page);
    const { button, inside } = await more.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const main = document.querySelector('main');
      const style = getComputedStyle(main);
      const mainRect = main.getBoundingClientRect();
      return {
        button: { left: box.left, right: box.right },
        inside: {
          left: mainRect.left + Number.parseFloat(style.paddingLeft),
          right: mainRect.right - Number.parseFloat(style.paddingRight),
        },
      };
    });
    assert.ok(
      button.right <= inside.right + 0.5,
      `the button ends at ${button.right}, the page's content at ${inside.right}`,
    );
    assert.ok(button.left >= inside.left - 0.5, `the button begins at ${button.left}, the content at ${inside.left}`);
    assert.ok(inside.right < phone.width && inside.left > 0, 'the page has a padding');
    await inspect(page, 'an order, phone');
  });
}

finishStory('first-hour');
