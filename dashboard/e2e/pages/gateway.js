// Page object: the simulated payment gateways (docs/simulators.md), whose addresses and keys `cargo xtask e2e` passes; and
// how any simulator is found and told what happens.
import assert from 'node:assert/strict';
import { call, until } from '../api.js';

/** `{ name, url, credentials }` of a simulator. */
export function simulator(name) {
  assert.ok(process.env.E2E_SIMULATORS, 'run it with `cargo xtask e2e`');
  return JSON.parse(process.env.E2E_SIMULATORS).find((one) => one.name === name);
}

/** Means that show a code or ask a number of their own, and are no page. */
const others = ['wallet_integration_id', 'kiosk_integration_id'];

/** Connects a store of Saudi Arabia to a simulator, as its merchant does; the method with the simulator's address. */
export async function connectGateway(who, name, texts) {
  const { url, credentials } = simulator(name);
  const provider = name === 'Paymob' ? 'PAYMOB' : 'PAYTABS_SA';
  const values = Object.fromEntries(Object.entries(credentials).filter(([field]) => !others.includes(field)));
  if (name === 'Paymob') values.region = 'SA';
  const method = await call('POST', '/payment-methods', { ...who, body: { provider, name: texts } });
  await call('PUT', `/payment-methods/${method.id}/credentials`, { ...who, body: { values, version: 0 } });
  await call('PUT', `/payment-methods/${method.id}`, { ...who, body: { is_active: true } });
  return { id: method.id, url, texts };
}

/** The labels of the buttons of a gateway's page. */
const labels = {
  pay: { ar: 'ادفع', en: 'Pay' },
  decline: { ar: 'البنك يرفض', en: 'Bank declines' },
  three_d_secure: { ar: 'تحقق ثلاثي الأبعاد', en: '3-D Secure' },
  callback_twice: { ar: 'مدفوع والإشعار مرتين', en: 'Paid, callback twice' },
};

/** On the gateway's page, in the language of the shopper: presses what happens next. */
export async function atGateway(page, gateway, outcome) {
  await page.waitForURL((url) => url.href.startsWith(gateway.url));
  // Paymob's page is in the browser's language, PayTabs' in the one that it was asked for.
  await page.getByRole('button', { name: labels[outcome][page.language], exact: true }).click();
}

/** The code that the shopper's bank asks for. */
export async function enterBankCode(page, code) {
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: page.language === 'ar' ? 'تأكيد' : 'Confirm' }).click();
}

/** A payment of the simulator that was begun for this attempt: what its shopper would do happens without the shopper. */
export async function settle(gateway, reference, outcome) {
  const find = async () => {
    const payments = await (await fetch(`${gateway.url}/__simulator/payments`)).json();
    return payments.find((payment) => payment.reference === reference);
  };
  const payment = await until('the payment at the gateway', find);
  await tell(gateway, 'press', { payment: payment.id, outcome });
}

/** What happens at a simulator: `press` as its page's button, `next` for its next call or report. */
export async function tell({ url }, command, body) {
  const response = await fetch(`${url}/__simulator/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${command} ${JSON.stringify(body)}: ${response.status}`);
}
