// A deposit in the browser: the rule, the checkout that shows it, the receipt, and the order that waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, resize, settle } from './harness.js';
import { fillCheckout, find } from './pages/shop.js';
import { label, words } from './words.js';

const w = words('ar');
const iban = 'SA0380000000608010167519';
let who, page, shopper, order;

const dialog = () => page.getByRole('dialog');
const button = (text, where = page) => where.getByRole('button', { name: text, exact: true });
const statusOf = async () => (await call('GET', `/orders/${order.id}`, who)).status;

test('OR-01: a rule asks a deposit, and is refused until there is somewhere to transfer it', async () => {
  who = await merchant({ mobile: '+966551027027', slug: 'deposits', store: 'ركن العود' });
  await product(who, { name: { ar: 'دهن العود', en: 'Oud' }, regular_price: '400.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/payment-settings/cod-rules`);
  await button(w.codRules('add')).click();
  await page.getByLabel(label(w.codRules('name'))).fill('طلب كبير');
  await page.getByLabel(label(w.codRules('totalFrom'))).fill('100');
  await page.getByRole('combobox', { name: w.codRules('action'), exact: true }).click();
  await page.getByRole('option', { name: w.codRules('action.deposit'), exact: true }).click();
  await page.getByLabel(label(w.codRules('deposit.percentLabel'))).fill('25');
  await page.getByText(w.codRules('noAccount')).waitFor();
  await inspect(page, 'rules, a deposit without an account');
  page.expected.push('422 /dashboard/v1/cod-rules');
  await button(w.shared('save')).click();
  await page.getByText('أضف حسابًا بنكيًا نشطًا أولًا').waitFor();
  const body = { bank_name: 'مصرف الراجحي', beneficiary_name: 'مؤسسة ركن العود', iban };
  await call('POST', '/bank-accounts', { ...who, body });
  await button(w.shared('save')).click();
  await until('the rule is kept', async () => (await call('GET', '/cod-rules', who)).rules.length === 1);
  const [rule] = (await call('GET', '/cod-rules', who)).rules;
  assert.deepEqual([rule.action, rule.deposit_percent, rule.deposit_amount], ['deposit', '25', null]);
});

test('OR-01: the checkout says what is paid in advance and what at the door, and the order says where to', async () => {
  shopper = await open({});
  await find(shopper, w, { home: who.shop, product: 'دهن العود' });
  await shopper.goto(`${who.shop}/checkout`);
  await fillCheckout(shopper, w, { name: 'ريم العنزي', mobile: '0557027001' });
  await settle(shopper);
  // The number is typed and the button pressed at once: the deposit is shown before anything is placed.
  await button(w.shop('checkout.place'), shopper).last().click();
  await shopper.locator('#deposit').getByText(w.shop('deposit.door')).waitFor();
  await settle(shopper);
  assert.equal(new URL(shopper.url()).pathname, '/checkout');
  assert.equal((await call('GET', '/orders', who)).length, 0);
  await inspect(shopper, 'shop, the checkout with a deposit');
  await resize(shopper, phone);
  await inspect(shopper, 'shop, the checkout with a deposit on a phone');
  await button(w.shop('checkout.place'), shopper).last().click();
  await shopper.locator('#receipt').waitFor();
  await shopper.getByText(w.shop('deposit.received')).waitFor();
  await inspect(shopper, 'shop, an order that waits for its deposit');
  const bytes = Buffer.from(
    await shopper.evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [540, 900];
      const pen = canvas.getContext('2d');
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, 540, 900);
      pen.fillStyle = '#123';
      pen.font = '40px sans-serif';
      pen.fillText('تحويل 100.00', 40, 90);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
      return [...new Uint8Array(await blob.arrayBuffer())];
    }),
  );
  await shopper.locator('#receipt').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: bytes });
  await button(w.shop('transfer.send'), shopper).click();
  await shopper.getByText(w.shop('transfer.waiting')).first().waitFor();
  order = await until('the order', async () => (await call('GET', '/orders?sort=number', who))[0]);
});

test('OR-01: it stands at the desk among those that wait, and is not prepared by the way', async () => {
  await page.goto(`${base}/orders/confirm/deposits`);
  await page.getByText(w.confirm('list.receipt'), { exact: true }).waitFor();
  await inspect(page, 'orders that wait for a deposit');
  await page.getByRole('link', { name: w.confirm('list.check'), exact: true }).click();
  await page.getByText(w.trust('state.deposit'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'an order that waits for its deposit');
  page.expected.push(`409 /dashboard/v1/orders/${order.id}/status`);
  await page
    .getByRole('button', { name: w.nextStatus('next.PRCS'), exact: true })
    .first()
    .click();
  await dialog().getByText(w.order('deposit.title')).waitFor();
  await inspect(page, 'going on without a deposit is asked');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  assert.equal(await statusOf(), 'PEND');
});

test('OR-09: its receipt books the deposit, and the rest is collected at the door', async () => {
  await button(w.transfers('accept')).click();
  await dialog().getByText(w.transfers('accept.title')).waitFor();
  const amount = dialog().getByLabel(label(w.transfers('accept.amount')));
  await until('the deposit stands there', async () => (await amount.inputValue()) === '100.00');
  await button(w.transfers('accept'), dialog()).click();
  await page.getByText(w.trust('state.deposit_paid'), { exact: true }).waitFor();
  const { money } = await call('GET', `/orders/${order.id}`, who);
  assert.deepEqual([money.paid, money.owed, await statusOf()], ['100.00', '300.00', 'PEND']);
  await page
    .getByRole('button', { name: w.nextStatus('next.PRCS'), exact: true })
    .first()
    .click();
  await until('it is prepared', async () => (await statusOf()) === 'PRCS');
});

test('CA-04: a merchant who orders a cart is told that another deposit is asked by now', async () => {
  const shopperPage = await open({});
  await find(shopperPage, w, { home: who.shop, product: 'دهن العود' });
  await shopperPage.goto(`${who.shop}/checkout`);
  await shopperPage.getByLabel(label(w.shop('form.name'))).fill('ريم العنزي');
  await shopperPage.getByLabel(label(w.shop('form.mobile'))).fill('0557027001');
  await shopperPage.getByLabel(label(w.shop('form.mobile'))).blur();
  await shopperPage.locator('#held').waitFor();
  const { customer } = await call('GET', `/orders/${order.id}`, who);
  const [cart] = await call('GET', `/customers/${customer.id}/carts`, who);
  await page.goto(`${base}/carts/view/${cart.id}`);
  await button(w.carts('makeOrder')).click();
  await dialog()
    .getByText(/100\.00/)
    .waitFor();
  const { rules, otherwise, high_value, deposit_hours, version } = await call('GET', '/cod-rules', who);
  const half = { rules: [{ ...rules[0], deposit_percent: '50' }], otherwise, high_value, deposit_hours, version };
  // The rule changes between the click and the server's answer: a dialog that stays open long enough follows the change.
  await page.route(
    `**/carts/${cart.id}/order`,
    async (route) => {
      await call('PUT', '/cod-rules', { ...who, body: half });
      await route.continue();
    },
    { times: 1 },
  );
  page.expected.push(`409 /dashboard/v1/carts/${cart.id}/order`);
  await button(w.carts('orderCreate'), dialog()).click();
  await dialog().getByText(w.carts('orderWas')).waitFor();
  await dialog().getByRole('listitem').filter({ hasText: '200.00' }).waitFor();
  await inspect(page, 'a cart turned into an order, another deposit');
  await button(w.carts('orderCreate'), dialog()).click();
  await page.waitForURL(/\/orders\/view\//);
});

finishStory('deposits');
