// API calls that set up the data a walk needs.
import assert from 'node:assert/strict';
import { request } from 'node:http';

export const base = process.env.E2E_URL;
assert.ok(base, 'run it with `cargo xtask e2e`');
export const password = 'Str0ng@Passw0rd';
export const shopOf = (slug) => base.replace('://', `://${slug}.`);

/** A call to the API. */
export async function call(method, path, { token, store, body, form, from, language = 'ar' } = {}) {
  const headers = { 'accept-language': language };
  if (!form) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  if (store) headers['x-store'] = store;
  if (from) headers['x-forwarded-for'] = from;
  const init = { method, headers };
  if (form ?? body) init.body = form ?? JSON.stringify(body);
  const response = await fetch(`${base}/dashboard/v1${path}`, init);
  const json = await response.json().catch(() => null);
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json.data;
}

/** Polls until there is an answer. */
export async function until(description, ask, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`${description}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Polls a value read from the page until it is the expected one, since the page updates with a delay. Fails with the
 * last value.
 */
export async function becomes(read, expected, reason, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await read();
    if (found === expected) return;
    if (Date.now() > end) assert.equal(found, expected, reason);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Reads the outbox of a recipient: the match in the newest message. */
export async function fromOutbox(recipient, pattern) {
  const [message] = await call('GET', `/dev/outbox?recipient=${encodeURIComponent(recipient)}`);
  const found = pattern.exec(message?.body ?? '');
  assert.ok(found, `no ${pattern} in ${message?.body}`);
  return found[1] ?? found[0];
}

/** Registers a merchant with a ready store, of Saudi Arabia unless something else is said. */
export async function merchant({
  mobile,
  slug,
  name = 'نورة العتيبي',
  store = 'دكان نورة',
  country = 'SA',
  currency = 'SAR',
}) {
  // With an IP address of its own: one address may request thirty codes an hour, and a walk has more merchants.
  const from = `10.${mobile.slice(-6).match(/../g).map(Number).join('.')}`;
  await call('POST', '/mobile-otp', { from, body: { mobile, country: 'SA', purpose: 'register' } });
  const code = await fromOutbox(mobile, /\d{6}/);
  const validated = await call('POST', '/validate', { body: { mobile, country: 'SA', code, purpose: 'register' } });
  const registration = await call('POST', '/register', {
    body: {
      token: validated.token,
      name,
      password,
      password_confirmation: password,
      agrees_to_terms: true,
      store_name: store,
      store_slug: slug,
      store_country: country,
      store_currency: currency,
    },
  });
  const session = await until('the store', async () => {
    const state = await call('POST', '/register/continue', { body: registration });
    assert.notEqual(state.status, 'failed', 'the store could not be built');
    return state.session;
  });
  const who = { token: session.access_token, store: session.store_data.id };
  session.store_data = await call('PUT', '/onboarding', {
    ...who,
    body: {
      business_type: 'retail',
      store_languages: 'both',
      has_ecommerce_experience: false,
      has_previous_online_store: false,
      want_to_migrate: false,
    },
  });
  await openPickup(who);
  return { ...who, mobile, slug, session, shop: shopOf(slug) };
}

/** Store pickup until a walk adds a delivery method (SP-01): a pickup is active once it has an address. */
export async function openPickup(who) {
  const [pickup] = await call('GET', '/shipping-methods', who);
  const pickup_address = { ar: 'سوق المدينة، المحل 12', en: 'City Market, shop 12' };
  await call('PUT', `/shipping-methods/${pickup.id}`, {
    ...who,
    body: { pickup_address, is_active: true, version: pickup.version },
  });
}

/** A published product with a stock. */
export const product = (who, body) =>
  call('POST', '/products', {
    ...who,
    body: { product_type: 'basic', qty: 10, has_unlimited_qty: false, is_active: true, is_published: true, ...body },
  });

/** The localStorage entries of a signed-in user. */
export const signedIn = (session) => ({
  accessToken: session.access_token,
  refreshToken: session.refresh_token,
  userData: JSON.stringify(session.user_data),
  stores: JSON.stringify(session.stores),
  storeData: JSON.stringify(session.store_data),
  storeId: session.store_data.id,
  storeCurrency: session.store_data.currency,
});

/**
 * Places an order as a shopper without a browser: cart and checkout are plain forms. `fields` are those of the checkout
 * page; `delivery` is the beginning of the shipping method's name, the first method otherwise; `payment` the id of the
 * payment method, the chosen one otherwise; `language` that of the shopper. Returns the address that the shopper is led to: the order's page, or the way
 * to a gateway.
 */
export async function placeOrder(shop, { product, quantity = 1, delivery = '', payment, language = 'ar', ...fields }) {
  const jar = new Map();
  const ask = async (path, form) => {
    const localized = language === 'ar' ? path : `/${language}${path}`;
    const answer = await plain(shop, localized, form, [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    for (const cookie of answer.headers['set-cookie'] ?? []) jar.set(...cookie.split(';')[0].split(/=(.*)/s, 2));
    return answer;
  };
  await ask('/cart', { product_id: product.id, quantity });
  const filled = { receive: 'pickup', country: 'SA', ...fields };
  let page = (await ask('/checkout')).body;
  const hidden = (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  page = (await ask('/checkout/save', { ...filled, version: hidden('version') })).body || page;
  page = (await ask('/checkout')).body;
  const methods = [...page.matchAll(/name="shipping_method_id"[^>]*value="([^"]*)"[^]*?choice__text">([^<]*)/g)];
  const answer = await ask('/checkout', {
    ...filled,
    version: hidden('version'),
    seen_total: hidden('seen_total'),
    shipping_method_id: methods.find((m) => m[2].startsWith(delivery))?.[1] ?? '',
    payment_method_id:
      payment ?? (hidden('payment_method_id') || /name="payment_method_id"[^>]*value="([^"]*)"/.exec(page)?.[1]),
  });
  assert.equal(
    answer.status,
    303,
    `the order was not placed: ${/<p class="(?:error|alert__title)[^]*?<\/p>/.exec(answer.body)?.[0]}`,
  );
  return answer.headers.location;
}

/** A request to a store's host, whose name only browsers resolve. */
function plain(shop, path, form, cookie) {
  const { host, port, origin } = new URL(shop);
  const headers = { host, cookie, origin };
  if (form) headers['content-type'] = 'application/x-www-form-urlencoded';
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: form ? 'POST' : 'GET', headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(form && new URLSearchParams(form).toString());
  });
}
