// Page object: the storefront.
import { inspect, settle } from '../harness.js';
import { label } from '../words.js';

/**
 * Home, search, product, cart, checkout, confirmation. `options` are the values chosen, `courier` an address to deliver
 * to (store pickup otherwise). Returns the address of the order's page and its number.
 */
export async function buy(page, w, order) {
  await find(page, w, order);
  await page.goto(`${order.home}/cart`);
  await inspect(page, 'shop, cart');
  await page.getByRole('link', { name: w.shop('cart.checkout'), exact: true }).click();
  await fillCheckout(page, w, order);
  await inspect(page, 'shop, checkout');
  await page
    .getByRole('button', { name: w.shop('checkout.place'), exact: true })
    .last()
    .click();
  await page.locator('.done h1').waitFor();
  await inspect(page, 'shop, confirmation');
  const number = /\d+/.exec(await page.locator('.done strong').innerText())[0];
  return { url: page.url(), number: Number(number) };
}

/** From the home page over the search to the cart. */
export async function find(page, w, order) {
  await page.goto(order.home);
  await inspect(page, 'shop, home', { isOnTheWay: true });
  const search = page.locator('.head__search');
  await search.locator('summary').click();
  await search.locator('input[name=q]').fill(order.search ?? order.product);
  await search.getByRole('button', { name: w.shop('search.go') }).click();
  const card = page.locator('.card__name a', { hasText: order.product });
  await card.waitFor();
  await inspect(page, 'shop, search', { isOnTheWay: true });
  await card.click();
  await page.getByRole('heading', { level: 1, name: order.product }).waitFor();
  for (const value of order.options ?? []) await page.locator('label.chip', { hasText: label(value) }).click();
  if (order.quantity) await page.locator('#buy [name=quantity]').fill(String(order.quantity));
  await inspect(page, 'shop, product', { isOnTheWay: true });
  await page.locator('button[data-main]:visible').first().click();
  // Without JavaScript the form redirects to the cart.
  if (page.scripts) await page.getByRole('status').getByText(w.shop('cart.added')).waitFor();
  else await page.waitForURL(/\/cart$/);
}

/** Contact, address and payment method. */
export async function fillCheckout(page, w, { name, mobile, email, courier }) {
  await page.getByLabel(label(w.shop('form.name'))).fill(name);
  await page.getByLabel(label(w.shop('form.mobile'))).fill(mobile);
  if (email) await page.getByLabel(label(w.shop('form.email'))).fill(email);
  const receive = page.locator(`[type=radio][name=receive][value=${courier ? 'courier' : 'pickup'}]`);
  if ((await receive.count()) > 0) await receive.check();
  if (courier) {
    await page.getByLabel(label(w.shop('form.city'))).fill(courier.city);
    await page.getByLabel(label(w.shop('form.street'))).fill(courier.street);
    // The methods load on blur.
    await page.keyboard.press('Tab');
    if (!page.scripts) await page.getByRole('button', { name: w.shop('checkout.show_shipping') }).click();
  }
  if (page.scripts) await settle(page);
  const method = page.locator('label.choice', { hasText: courier?.method ?? '' }).locator('[name=shipping_method_id]');
  await method.first().check();
  await page.locator('[name=payment_method_id]').first().check();
  if (page.scripts) await settle(page);
}
