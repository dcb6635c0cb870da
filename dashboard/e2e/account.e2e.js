// AU-01, AU-05, AU-07, AU-08: signing in and out, token refresh, a forgotten password, sessions on other devices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, fromOutbox, merchant, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { signIn, signOut } from './pages/auth.js';
import { label, words } from './words.js';

const ar = words('ar');
const mobile = '+966551005001';
const changed = 'N3w@Passw0rd';
let page;

const at = (path) => (url) => url.pathname === path;
const readStorage = (of, key) => of.evaluate((name) => localStorage.getItem(name), key);

test('AU-01 AU-07: signed out, every page leads to the sign-in and back again', async () => {
  await merchant({ mobile, slug: 'hind-books', name: 'هند', store: 'مكتبة هند' });
  page = await open();
  // Requests in flight when a session ends are refused; so is every request of a session that was ended elsewhere.
  page.expected.push(/^401 /);
  await page.goto(`${base}/products/list`);
  await page.waitForURL(at('/login'));
  await inspect(page, 'sign-in');
  page.expected.push('422 /dashboard/v1/login');
  await signIn(page, ar, mobile, 'Wr0ng@Passw0rd');
  await page.getByText('بيانات الدخول غير صحيحة').waitFor();
  await inspect(page, 'sign-in, refused');
  await signIn(page, ar, '٠٥٥١٠٠٥٠٠١');
  await page.waitForURL(at('/products/list'));
  await signOut(page, ar);
  assert.equal(await readStorage(page, 'accessToken'), null);
  // For a visitor from outside the sign-in page is a document of its own, and loads only what it needs (decision 0049).
  await page.goto(`${base}/`);
  await page.waitForURL(at('/login'));
  const files = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await page.reload();
  await page.getByLabel(label(ar.auth('login.identifier'))).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-document'), 'login');
  assert.deepEqual(
    files.filter((file) => /^\/assets\/(kit|list|index)-/.test(file)),
    [],
  );
  await signIn(page, ar, mobile);
  await page.waitForURL(at('/'));
  // A signed-in user is redirected away from it.
  await page.goto(`${base}/login`);
  await page.waitForURL(at('/'));
});

test('AU-08: an access token that is no longer good is renewed once, however many calls find out', async () => {
  await settle(page);
  const old = await readStorage(page, 'refreshToken');
  await page.evaluate(() => localStorage.setItem('accessToken', 'no-longer-good'));
  const renewals = [];
  page.on('response', (r) => r.url().endsWith('/api/refresh-token') && renewals.push(r.status()));
  const refused = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
  // On a slow machine the first refusal would be mended before another call is sent.
  const renewal = '**/api/refresh-token';
  await page.route(renewal, async (route) => {
    await until('another refusal', () => refused.length > 1);
    await route.continue();
  });
  await page.goto(`${base}/`);
  await page.getByText(ar.home('setup')).waitFor();
  await page.unroute(renewal);
  await settle(page);
  assert.ok(refused.length > 1, 'several calls were refused');
  assert.deepEqual(renewals, [200]);
  assert.notEqual(await readStorage(page, 'refreshToken'), old);
  await page.goto(`${base}/orders/list`);
  await page.getByRole('heading', { name: ar.orders('title') }).waitFor();
  assert.deepEqual(renewals, [200]);
});

test('AU-05: a forgotten password is set anew through the outbox, and ends what was open', async () => {
  const en = words('en');
  const otherPage = await open({ language: 'en', viewport: phone, scheme: 'dark' });
  // Its session is ended from the first browser, and on a slow machine it asks once more before the story ends.
  otherPage.expected.push(/^401 /);
  await otherPage.goto(`${base}/login`);
  await otherPage.getByRole('link', { name: en.auth('login.forgot') }).click();
  await otherPage.getByRole('heading', { name: en.auth('forgot.title') }).waitFor();
  await otherPage.getByLabel(label(en.auth('login.identifier'))).fill('0551005001');
  await inspect(otherPage, 'forgotten password');
  await otherPage.getByRole('button', { name: en.auth('forgot.submit'), exact: true }).click();
  await otherPage.getByText(en.auth('forgot.sent')).waitFor();
  const link = await until('the link', () => fromOutbox(mobile, /https?:\S+\/reset-password\/\S+/).catch(() => null));
  await otherPage.goto(link);
  await otherPage
    .getByLabel(label(en.auth('register.password')))
    .first()
    .fill(changed);
  await otherPage.getByLabel(label(en.auth('register.passwordConfirmation'))).fill(changed);
  await inspect(otherPage, 'new password');
  await otherPage.getByRole('button', { name: en.auth('reset.submit'), exact: true }).click();
  await otherPage.waitForURL(at('/login'));
  await signIn(otherPage, en, mobile, changed);
  await otherPage.waitForURL(at('/'));
  await inspect(otherPage, 'home');
  // The link is single-use: that is shown before a new password is typed.
  const usedLinkPage = await open({ language: 'en' });
  usedLinkPage.expected.push('422 /dashboard/v1/reset-password/check');
  await usedLinkPage.goto(link);
  await usedLinkPage.getByText(en.auth('reset.bad')).waitFor();
  await usedLinkPage.getByRole('link', { name: en.auth('reset.again') }).waitFor();
  assert.equal(await usedLinkPage.locator('input[type=password]').count(), 0);
  await inspect(usedLinkPage, 'a link that was used');
  // The earlier session has ended: its requests are refused, and so is its token refresh.
  await page.goto(`${base}/orders/list`);
  await page.waitForURL(at('/login'));
});

test('decisions §3: the sessions are listed, and all others end at once', async () => {
  await signIn(page, ar, mobile, changed);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${base}/account/security`);
  const rows = page.getByRole('listitem').filter({ hasText: ar.account('lastUsed') });
  await rows.nth(1).waitFor();
  await becomes(() => rows.count(), 2);
  await inspect(page, 'sessions');
  await page.getByRole('button', { name: ar.account('endAll'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: ar.account('endAllAsk') });
  await inspect(page, 'sessions, dialog');
  await dialog.getByRole('button', { name: ar.account('endAll'), exact: true }).click();
  await page.getByText(ar.account('endedAll')).waitFor();
  await until('one session', async () => (await rows.count()) === 1);
  await rows.getByText(ar.account('current')).waitFor();
});

test('AU-01: the demo store is one press away, in English', async () => {
  const en = words('en');
  const visitor = await open({ language: 'en' });
  await visitor.goto(`${base}/login`);
  await visitor.getByRole('button', { name: en.auth('login.demo'), exact: true }).click();
  await visitor.waitForURL(at('/'));
  await visitor.getByText(en.home('latest')).waitFor();
  await settle(visitor);
  await inspect(visitor, 'home of the demo store');
});

finishStory('account');
