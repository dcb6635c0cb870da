// Page object: Bosta, at its simulator (docs/simulators.md): its account in the settings, its parcels on the order's page.
import { call } from '../api.js';
import { label } from '../words.js';
import { simulator, tell } from './gateway.js';

export const bosta = () => simulator('Bosta');

/** Fills the form of the store's account with what the simulator takes, but for `over`, and saves it. */
export async function connect(page, w, who, over = {}) {
  const dialog = page.getByRole('dialog');
  const { fields } = (await call('GET', '/courier-providers', who)).find(({ provider }) => provider === 'BOSTA');
  for (const field of fields) {
    const value = over[field.name] ?? bosta().credentials[field.name];
    if (!value) continue;
    const name = field.label[w.language];
    const replace = { name: w.credentials('secret.replaceOf', { name: `\u2068${name}\u2069` }), exact: true };
    // What is stored already is shown and not asked for.
    if ((await dialog.getByRole('button', replace).count()) > 0) await dialog.getByRole('button', replace).click();
    await dialog.getByLabel(label(name)).fill(value);
  }
  await dialog.getByRole('button', { name: w.credentials('connect.save'), exact: true }).click();
}

/** What the courier's people do with a parcel. */
export const press = (tracking, outcome) => tell(bosta(), 'press', { delivery: tracking, outcome });

/** The card of the shipments on the order's page. */
export const shipments = (page, w) =>
  page.locator('section', { has: page.getByRole('heading', { name: w.shipments('title'), exact: true }) });

/** A shipment of an order in that card. */
export const parcel = (page, w, order, n = 1) =>
  shipments(page, w)
    .getByRole('listitem')
    .filter({ hasText: `#${order.number}-${n}` });

/** An entry of the shipment's menu. */
export async function act(page, w, order, name) {
  await parcel(page, w, order)
    .getByRole('button', { name: w.shipments('actions', { number: `\u2066#${order.number}-1\u2069` }), exact: true })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
