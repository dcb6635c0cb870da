// Page object: orders.
import { base, becomes } from '../api.js';

export const orderRow = (page, number) => page.getByRole('row', { name: new RegExp(`#${number}\\b`) });

/** The number beside "orders" in the menu, or beside "all orders" where that area is open; 0 where there is none. */
export async function waiting(page, w) {
  const links = page
    .getByRole('navigation', { name: w.app('nav.label') })
    // Its accessible name ends with the number.
    .getByRole('link', { name: new RegExp(`^(${w.titles('orders')}|${w.app('nav.allOrders')})( \\d+)?$`) });
  await links.first().waitFor();
  return Number(/\d+/.exec((await links.allInnerTexts()).join(' '))?.[0] ?? 0);
}

export async function openOrder(page, id) {
  await page.goto(`${base}/orders/view/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** The menu of the page offers these, and nothing else. */
export async function isOffered(page, w, expected, reason) {
  await page.getByRole('button', { name: w.order('more'), exact: true }).click();
  // Escape is handled by the focused element.
  await page.locator('[role=menu]:focus-within').waitFor();
  const sorted = (names) =>
    names
      .map((name) => name.trim())
      .sort()
      .join(' | ');
  await becomes(async () => sorted(await page.getByRole('menuitem').allInnerTexts()), sorted(expected), reason);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** Takes the next step; ends when the page shows the status. */
export async function step(page, w, action, status) {
  await page.getByRole('button', { name: w.nextStatus(action), exact: true }).click();
  await atStatus(page, w, status);
}

/** The status that the page's heading shows. */
export async function atStatus(page, w, code) {
  const header = page.locator('h1').locator('xpath=..');
  await header.getByText(w.status(`order.${code}`), { exact: true }).waitFor();
}

/** An action in the page's menu. */
export async function act(page, w, name) {
  await page.getByRole('button', { name: w.order('more'), exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export async function markPaid(page, w) {
  await act(page, w, w.order('pay.mark'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w.order('pay.mark'), exact: true })
    .click();
  // The heading says it only where it is not what was expected; the payments always do.
  await page.getByRole('main').getByText(w.status('payment.paid'), { exact: true }).first().waitFor();
}

/** The entries of the menu that lead to the order's page in the store. */
export const shopperEntries = (w) => [w.order('link.open'), w.order('link.copy')];

/** Opens the reasons of the order's trust. */
export async function openTrust(page, w) {
  await page
    .getByRole('region', { name: w.trust('title') })
    .getByRole('button')
    .click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: w.trust('title') })
    .waitFor();
}
