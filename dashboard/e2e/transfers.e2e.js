// Bank transfers in the browser: an account, an order paid by transfer, receipts uploaded, refused, answered and
// accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, merchant, product, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, resize, settle } from './harness.js';
import { fillCheckout, find } from './pages/shop.js';
import { openOrder } from './pages/orders.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, shopper, order;

const dialog = () => page.getByRole('dialog');
const button = (text) => page.getByRole('button', { name: text, exact: true });

/** A picture drawn by the browser: a receipt with this text. */
const drawImage = (text) =>
  shopper.evaluate(async (words) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [540, 900];
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, 540, 900);
    pen.fillStyle = '#123';
    pen.font = '40px sans-serif';
    words.split('\n').forEach((line, i) => pen.fillText(line, 40, 90 + i * 150));
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, text);

async function send(text) {
  const bytes = Buffer.from(await drawImage(text));
  await shopper.locator('#receipt').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: bytes });
  await shopper.getByRole('button', { name: w.shop('transfer.send'), exact: true }).click();
  await shopper.getByText(w.shop('transfer.waiting')).first().waitFor();
}

test('a store that takes transfers', async () => {
  who = await merchant({ mobile: '+966551016016', slug: 'transfers', store: 'دار المسك' });
  await product(who, { name: { ar: 'مسك الختام', en: 'Musk' }, regular_price: '180.00', qty: 20 });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(`${base}/payment-settings`);
  await button(w.payment('accounts.add')).click();
  await dialog()
    .getByLabel(label(w.payment('accounts.beneficiary')))
    .fill('مؤسسة دار المسك');
  page.expected.push('422 /dashboard/v1/bank-accounts');
  await dialog()
    .getByLabel(label(w.payment('accounts.iban')))
    .fill('SA0380000000608010167518');
  // The IBAN tells the bank.
  await dialog().getByText(w.payment('accounts.found')).waitFor();
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await dialog().getByText('رقم الآيبان غير صحيح. تأكد منه.').waitFor();
  await dialog()
    .getByLabel(label(w.payment('accounts.iban')))
    .fill('sa03 8000 0000 6080 1016 7519');
  await dialog()
    .getByRole('button', { name: w.shared('save'), exact: true })
    .click();
  await page.getByText('SA03 8000 0000 6080 1016 7519').waitFor();
  await inspect(page, 'settings, bank accounts');
  const bank = (await call('GET', '/payment-methods', who)).find((method) => method.provider === 'BANK');
  await call('PUT', `/payment-methods/${bank.id}`, { ...who, body: { is_active: true } });
});

test('PY-04: a shopper chooses the transfer, sees the account and sends a receipt', async () => {
  shopper = await open({});
  await find(shopper, w, { home: who.shop, product: 'مسك الختام' });
  await shopper.goto(`${who.shop}/checkout`);
  await fillCheckout(shopper, w, { name: 'ريم العنزي', mobile: '0557001122' });
  await shopper.locator('label.choice', { hasText: 'تحويل بنكي' }).locator('[name=payment_method_id]').check();
  await settle(shopper);
  await shopper.getByText('SA03 8000 0000 6080 1016 7519').waitFor();
  await shopper
    .getByRole('button', { name: w.shop('checkout.place'), exact: true })
    .last()
    .click();
  await shopper.locator('#receipt').waitFor();
  await inspect(shopper, 'shop, an order paid by transfer');
  await send('تحويل\n180.00\nمرجع 1234');
  order = await until('the order', async () => (await call('GET', '/orders?filter[receipt]=waiting', who))[0]);
});

test('OR-09: a receipt is refused with a reason, answered, and accepted beside what is owed', async () => {
  await page.goto(`${base}/orders/list`);
  await button(w.orders('receiptsToCheck', { count: 1 })).click();
  await page.getByText('ريم العنزي').first().waitFor();
  await page.getByRole('table').getByText(w.orders('receipt'), { exact: true }).waitFor();
  await openOrder(page, order.id);
  await page.getByRole('button', { name: new RegExp(w.transfers('enlarge', { when: '' }).trim()) }).click();
  await dialog().getByAltText(w.transfers('picture')).waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: w.transfers('banner') }).waitFor();
  await inspect(page, 'an order, a receipt waits');
  await button(w.transfers('refuse')).click();
  await dialog()
    .getByLabel(label(w.transfers('refuse.reason')))
    .fill('المبلغ غير واضح');
  await dialog()
    .getByRole('button', { name: w.transfers('refuse'), exact: true })
    .click();
  await page.getByText(w.transfers('refuse.done')).waitFor();

  await shopper.reload();
  await shopper.getByText('المبلغ غير واضح').waitFor();
  await send('إيصال آخر\n180.00\nمرجع 99887766\nمصرف الإنماء');

  await page.reload();
  await button(w.transfers('accept')).click();
  await dialog()
    .getByRole('button', { name: w.transfers('accept'), exact: true })
    .click();
  await page.getByText(w.transfers('accept.done')).waitFor();
  const paidOrder = await call('GET', `/orders/${order.id}`, who);
  assert.deepEqual([paidOrder.status, paidOrder.payment_status, paidOrder.money.owed], ['PAID', 'paid', '0.00']);
  await shopper.reload();
  await shopper.getByText(w.shop('transfer.accepted')).waitFor();
  await resize(page, phone);
  await inspect(page, 'an order, receipts, on a phone');
});

finishStory('transfers');
