// Layout: amounts aligned at their decimals, and toasts that cover no main action; in both languages, on desktop and
// phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, placeOrder, product, signedIn, until } from './api.js';
import { finishStory, desk, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

let who, rug, orders, coupon;
const sara = { name: 'سارة القحطاني', receive: 'courier', city: 'الرياض', street: 'العليا', delivery: 'توصيل' };

test('a store with orders of large and small amounts', async () => {
  who = await merchant({ mobile: '+966551014001', slug: 'layout', store: 'دار السجاد' });
  rug = await product(who, { name: { ar: 'سجادة', en: 'Rug' }, regular_price: '11250.00', qty: 90 });
  const pin = await product(who, { name: { ar: 'دبوس', en: 'Pin' }, regular_price: '4.50', qty: 90 });
  const method = {
    provider: 'CUSTOM',
    is_active: true,
    is_fixed_cost: true,
    fixed_cost: '20.00',
    is_cod_allowed: true,
  };
  const texts = { name: { ar: 'توصيل', en: 'Courier' }, note: {}, countries: [], cities: [] };
  await call('POST', '/shipping-methods', { ...who, body: { ...method, ...texts } });
  coupon = await call('POST', '/coupons', {
    ...who,
    body: { name: 'عيد', code: 'EID5', discount_type: 'fixed', discount_value: '5.00' },
  });
  for (const [at, item] of [rug, pin, rug, pin, rug].entries())
    await placeOrder(who.shop, { product: item, mobile: `053333444${at}`, ...sara });
  orders = (await call('GET', '/orders?per_page=10', who)).toSorted((a, b) => a.number - b.number);
  assert.equal(orders.length, 5);
});

async function opened(language, viewport, path) {
  const page = await open({ language, viewport, storage: signedIn(who.session) });
  await page.addInitScript(keepToasts);
  await page.goto(`${base}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settle(page);
  return page;
}

/** The right edge of each cell's digits, with their text. */
const edges = (page, cells) =>
  page.locator(cells).evaluateAll((all) =>
    all.flatMap((cell) => {
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const digits = /-?[\d,]+\.\d\d/.exec(node.data);
        if (!digits) continue;
        const range = document.createRange();
        range.setStart(node, digits.index);
        range.setEnd(node, digits.index + digits[0].length);
        return [{ digits: digits[0], edge: Math.round(range.getBoundingClientRect().right) }];
      }
      return [];
    }),
  );

/** Asserts that amounts of different lengths are aligned at one edge. */
async function inLine(page, name, cells, least = 2) {
  await page.locator(cells).first().waitFor();
  // What the page computes comes a moment after its cells.
  await until(`${name}: ${least} amounts of two lengths`, async () => {
    const now = await edges(page, cells);
    return now.length >= least && new Set(now.map((one) => one.digits.length)).size > 1;
  });
  await settle(page);
  const found = await edges(page, cells);
  const all = found.map((one) => one.edge);
  assert.ok(Math.max(...all) - Math.min(...all) <= 1, `${name}: ${JSON.stringify(found)}`);
}

const messages = '[aria-live] [role=alert], [aria-live] [role=status]';

/** Runs in the page: toasts go after five seconds, with an action after ten, which is too early to be measured on a slow machine. */
function keepToasts() {
  const start = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => start(run, ms === 5000 || ms === 10_000 ? 30 * ms : ms, ...rest);
}

/** Asserts that no toast covers the locator; on failure it reports both positions. */
async function isFree(page, name, action) {
  await page.locator(messages).first().waitFor();
  await action.waitFor();
  // Measured at once: another toast may go meanwhile.
  const { at, toasts } = await action.evaluate(async (element, selector) => {
    // All animations on the toasts and around them have finished.
    const all = [...document.querySelectorAll(selector)];
    const isAround = ({ effect }) => all.some((toast) => effect?.target?.contains(toast));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isAround)
        .map((one) => one.finished),
    );
    const boxOf = (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    };
    return { at: boxOf(element), toasts: [...document.querySelectorAll(selector)].map(boxOf) };
  }, messages);
  assert.ok(at.width > 0, `${name}: the action is not in sight`);
  assert.ok(toasts.length > 0, `${name}: no message`);
  for (const over of toasts) {
    const isBeside =
      over.x >= at.x + at.width ||
      at.x >= over.x + over.width ||
      over.y >= at.y + at.height ||
      at.y >= over.y + over.height;
    assert.ok(isBeside, `${name}: a message ${JSON.stringify(over)} lies over the action ${JSON.stringify(at)}`);
  }
}

for (const language of ['ar', 'en'])
  for (const viewport of [desk, phone]) {
    const w = words(language);
    const where = `${language} ${viewport.width}`;

    test(`${where}: f12_5 amounts of a column end at one edge`, async () => {
      const page = await opened(language, viewport, `/orders/view/${orders[4].id}`);
      await inLine(page, 'the sums of an order', '[class*="_totals_"] dd');
      await page.goto(`${base}/orders/view/${orders[4].id}/edit`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByLabel(w.orderEdit('discount')).first().fill('1250');
      await inLine(page, 'the sums of an edit, before', '[class*="_sums_"] td:nth-child(2)');
      await inLine(page, 'the sums of an edit, after', '[class*="_sums_"] td:nth-child(3)');
      const heads = await page.locator('[class*="_sums_"] thead th + th').evaluateAll((all) =>
        all.map((head) => {
          const range = document.createRange();
          range.selectNodeContents(head);
          return Math.round(range.getBoundingClientRect().right);
        }),
      );
      const columns = await Promise.all(
        [2, 3].map(async (at) => (await edges(page, `[class*="_sums_"] td:nth-child(${at})`))[0].edge),
      );
      assert.ok(
        heads.every((head, at) => Math.abs(head - columns[at]) <= 1),
        `the heads of an edit: ${JSON.stringify({ heads, columns })}`,
      );
      await inspect(page, 'an edit with its sums');
      await page.goto(`${base}/dashboard/ecommerce`);
      await inLine(page, 'what total sales are made of', 'main dl dd');
      await page.context().close();
    });

    test(`${where}: f12_5 amounts of the shop end at one edge`, async () => {
      const page = await open({ language, viewport });
      const of = language === 'ar' ? '' : '/en';
      await page.goto(`${who.shop}${of}/products/${encodeURIComponent(rug.page_link)}`);
      await page
        .getByRole('button', { name: w.shop('product.add'), exact: true })
        .first()
        .click();
      await page.getByRole('status').getByText(w.shop('cart.added')).waitFor();
      await page.goto(`${who.shop}${of}/cart`);
      await page.getByText(w.shop('coupon.ask')).click();
      await page.getByLabel(w.shop('coupon.label')).first().fill(coupon.code);
      await page.keyboard.press('Enter');
      await page.locator('.coupon__kept').waitFor();
      await inLine(page, 'the sums of the cart', '.rows dd');
      await page.goto(`${who.shop}${of}/checkout`);
      await inLine(page, 'the sums of the checkout', '.rows dd');
      await inspect(page, 'shop, a checkout with its sums');
      await page.context().close();
    });

    test(`${where}: f12_5 a message leaves the page's own act free`, async () => {
      const order = orders[{ ar: 0, en: 2 }[language] + (viewport === phone ? 1 : 0)];
      const page = await opened(language, viewport, `/orders/view/${order.id}`);
      await page.getByRole('button', { name: w.nextStatus('next.PRCS'), exact: true }).click();
      await page
        .locator(messages)
        .filter({ hasText: w.orders('statusChanged', { status: w.status('order.PRCS') }) })
        .waitFor();
      await isFree(page, 'an order', page.getByRole('button', { name: w.nextStatus('next.RDYS'), exact: true }));

      // A full-page form: its save button is at the bottom.
      await page.goto(`${base}/products/edit/${rug.id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      // Without a price it is refused, and the bar stays.
      await page.getByLabel(label(w.batches('f.regular_price'))).fill('');
      const save = page.locator('[data-save-bar] button[type=submit]').last();
      await save.click();
      await isFree(page, 'a product that is refused', save);
      await inspect(page, 'a product that is refused');

      // A form in a drawer beside a list.
      await page.goto(`${base}/customers/list/new`);
      const drawer = page.getByRole('dialog');
      const add = drawer.getByRole('button', { name: w.customers('add'), exact: true });
      await add.click();
      await isFree(page, 'a customer that is refused', add);
      await page.context().close();
    });
  }

finishStory('layout');
