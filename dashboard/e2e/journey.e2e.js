// A merchant registers, a shopper buys on a phone, the merchant delivers; then every page in both languages and widths.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, test } from 'node:test';
import { base, call, close, desk, faults, inspect, open, phone, picture, settle, until } from './harness.js';

const slug = 'dukkan-e2e';
const shop = base.replace('://', `://${slug}.`);
const mobile = '+201012345678';
const password = 'Str0ng@Passw0rd';
let session;

let failed = 0;
afterEach(async (context) => {
  if (context.error) await picture(`failed-${(failed += 1)}`);
});
after(close);

test('AU-02 AU-03: registration in Arabic, from the number to the finished store', async () => {
  const page = await open();
  await page.goto(`${base}/register`);
  await page
    .getByLabel(/^رقم الجوال/)
    .first()
    .fill('01012345678');
  await page.getByRole('checkbox').check();
  await inspect(page, 'register, number', 'ar');
  await page.getByRole('button', { name: 'أرسل الرمز' }).click();
  await page.getByRole('heading', { name: 'أدخل الرمز' }).waitFor();
  const [message] = await call('GET', `/dev/outbox?recipient=${encodeURIComponent(mobile)}`);
  const code = /\d{6}/.exec(message.body)?.[0];
  assert.ok(code, message.body);
  await inspect(page, 'register, code', 'ar');
  await page.locator('[data-path="code"] input').first().click();
  await page.keyboard.type(code);
  await page.getByRole('heading', { name: 'بياناتك' }).waitFor();
  await page.getByLabel(/^الاسم/).fill('نورة العتيبي');
  await page.getByLabel(/^كلمة المرور/).fill(password);
  await page.getByLabel(/^تأكيد كلمة المرور/).fill(password);
  await inspect(page, 'register, person', 'ar');
  await page.getByRole('button', { name: 'متابعة' }).click();
  await page.getByLabel(/^اسم المتجر/).fill('دكان نورة');
  await page.getByLabel(/^رابط المتجر/).fill(slug);
  await page.getByText('الرابط متاح').waitFor();
  await inspect(page, 'register, store', 'ar');
  await page.getByRole('button', { name: 'أنشئ المتجر' }).click();
  await page.waitForURL(/\/register\/continue\//);
  const token = await until('the session', () => page.evaluate(() => localStorage.getItem('accessToken')));
  assert.ok(token);
  await page.context().close();

  session = await call('POST', '/login', { body: { identifier: mobile, password } });
  const who = { token: session.access_token, store: session.store_data.id };
  await call('PUT', '/onboarding', {
    ...who,
    body: {
      business_type: 'retail',
      store_languages: 'both',
      has_ecommerce_experience: false,
      has_previous_online_store: false,
      want_to_migrate: false,
    },
  });
});

test('CA-01 CA-04: a shopper buys on a phone, in Arabic', async () => {
  const page = await open({ viewport: phone });
  await page.goto(`${shop}/`);
  await inspect(page, 'shop, home', 'ar');
  await page.locator('a[href*="/products/"]:not([tabindex])').first().click();
  await page.locator('form[data-add]').waitFor();
  await inspect(page, 'shop, product', 'ar');
  await page.locator('button[data-main]:visible').first().click();
  await settle(page);
  await page.goto(`${shop}/cart`);
  await inspect(page, 'shop, cart', 'ar');
  await page.locator('a[href$="/checkout"]').first().click();
  await page.locator('[name=name]').fill('خالد');
  await page.locator('[name=mobile]').fill('٠٥٥٧٦٥٤٣٢١');
  const method = page.locator('[name=shipping_method_id]').first();
  if (await method.count()) await method.check();
  await page.locator('[name=payment_method_id]').first().check();
  await settle(page);
  await inspect(page, 'shop, checkout', 'ar');
  await page.locator('aside.sum button[type=submit]').click();
  await page.locator('.done h1').waitFor();
  await inspect(page, 'shop, order', 'ar');
  await page.context().close();
});

test('OR-01 OR-03: the order is in the dashboard and is delivered', async () => {
  const who = { token: session.access_token, store: session.store_data.id };
  const [row] = await call('GET', '/orders', who);
  assert.equal(row.customer_name, 'خالد');
  const page = await open();
  await page.goto(`${base}/login`);
  await page.getByLabel(/البريد الإلكتروني أو رقم الجوال/).fill(mobile);
  await page.getByLabel(/^كلمة المرور/).fill(password);
  await inspect(page, 'sign-in', 'ar');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await page.goto(`${base}/orders/list`);
  await page.getByText('خالد').first().waitFor();
  await inspect(page, 'orders', 'ar');
  for (const status of ['PRCS', 'RDYS', 'SHPD', 'DLVR'])
    await call('PUT', `/orders/${row.id}/status`, { ...who, body: { status } });
  await page.goto(`${base}/orders/view/${row.id}`);
  await page.getByText('خالد').first().waitFor();
  await settle(page);
  await inspect(page, 'an order', 'ar');
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await page.context().close();

  // Every page without an id in its address, in both languages, at both widths, light and dark.
  const folder = new URL('../src/routes/', import.meta.url);
  const sources = readdirSync(folder).filter((name) => name.endsWith('.routes.ts'));
  const paths = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/path: '(\/[^'$*]*)'/g)].map((m) => m[1]),
  );
  assert.ok(paths.length >= 5, paths.join());
  for (const language of ['ar', 'en']) {
    for (const [viewport, scheme] of [
      [desk, 'light'],
      [phone, 'dark'],
    ]) {
      const { locale: _, rtl: __, ...signedIn } = kept;
      const walk = await open({ language, viewport, scheme, storage: signedIn });
      for (const path of [...new Set(paths), '/settings/store/general', `/orders/view/${row.id}`]) {
        await walk.goto(`${base}${path}`);
        await settle(walk);
        await walk.locator('h1, h2, main').first().waitFor();
        await inspect(walk, `${path} ${language} ${viewport.width} ${scheme}`, language);
      }
      await walk.context().close();
    }
  }
});

test('the shop in English, on a desk and on a phone, without scripts too', async () => {
  for (const viewport of [desk, phone]) {
    const page = await open({ language: 'en', viewport });
    for (const path of ['/en', '/en/cart', '/en/search?q=a', '/en/nothing-here']) {
      await page.goto(`${shop}${path}`);
      await inspect(page, `${path} ${viewport.width}`, 'en');
    }
    await page.context().close();
  }
});

test('no page had a fault: console, calls, direction, width, accessibility', () => {
  assert.deepEqual([...new Set(faults)], []);
});
