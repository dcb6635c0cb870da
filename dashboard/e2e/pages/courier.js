// Page object: Bosta, at its simulator (docs/simulators.md): its account, its parcels and return parcels on the order's page.
import { call, until } from '../api.js';
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

/** The same by API, with the courier's only place for the store's only warehouse, and a method of it for Cairo: 60 pounds. */
export async function useBosta(who, name) {
  const body = { fields: bosta().credentials, version: 0 };
  const { version } = await call('PUT', '/courier-accounts/BOSTA', { ...who, body });
  const [place] = await call('GET', '/couriers/BOSTA/pickup-locations', who);
  const [warehouse] = await call('GET', '/stock-locations', who);
  const pickup_locations = { [warehouse.id]: place.id };
  await call('PUT', '/courier-accounts/BOSTA', { ...who, body: { pickup_locations, version } });
  await until('the courier’s table of cities', async () => {
    return (await call('GET', '/couriers/BOSTA/cities', who)).length > 0;
  });
  const method = { provider: 'BOSTA', name, is_active: true, is_cod_allowed: true, countries: [], cities: ['القاهرة'] };
  const cost = { is_fixed_cost: true, fixed_cost: '60.00', note: {} };
  await call('POST', '/shipping-methods', { ...who, body: { ...method, ...cost } });
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

/** A return parcel of an order, in the same card. */
export const returnParcel = (page, w, order, n = 1) =>
  shipments(page, w)
    .getByRole('listitem')
    .filter({ hasText: `#${order.number}-R${n}` });

/** An entry of the shipment's menu. */
export async function act(page, w, order, name) {
  await parcel(page, w, order)
    .getByRole('button', { name: w.shipments('actions', { number: `\u2066#${order.number}-1\u2069` }), exact: true })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** An entry of the return parcel's menu. */
export async function actOnReturn(page, w, order, name) {
  await returnParcel(page, w, order)
    .getByRole('button', {
      name: w.returnParcels('actions', { number: `\u2066#${order.number}-R1\u2069` }),
      exact: true,
    })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
