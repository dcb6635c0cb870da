// Page object: registration, signing in and out.
import { base, fromOutbox, password } from '../api.js';
import { inspect } from '../harness.js';
import { label } from '../words.js';

/** From the number to the page after the questionnaire; every step is inspected. */
export async function register(page, w, { typedMobile, mobile, name, store, slug, moves = false }) {
  const t = w.auth;
  const button = (key) => page.getByRole('button', { name: t(key), exact: true });
  await page.goto(`${base}/register`);
  await page
    .getByLabel(label(t('register.mobile')))
    .first()
    .fill(typedMobile);
  await page.getByRole('checkbox').check();
  await inspect(page, 'register, number');
  await button('register.sendCode').click();
  await page.getByRole('heading', { name: t('register.codeTitle') }).waitFor();
  await inspect(page, 'register, code');
  await page.locator('[data-path="code"] input').first().click();
  await page.keyboard.type(await fromOutbox(mobile, /\d{6}/));

  await page.getByRole('heading', { name: t('register.accountTitle') }).waitFor();
  await page.getByLabel(label(t('register.name'))).fill(name);
  await page
    .getByLabel(label(t('register.password')))
    .first()
    .fill(password);
  await page.getByLabel(label(t('register.passwordConfirmation'))).fill(password);
  await inspect(page, 'register, person');
  await button('register.next').click();

  await page.getByLabel(label(t('register.storeName'))).fill(store);
  await page.getByLabel(label(t('register.storeSlug'))).fill(slug);
  await page.getByText(t('register.slugFree')).waitFor();
  await inspect(page, 'register, store');
  await button('register.create').click();

  await page.waitForURL((url) => url.pathname === '/ready');
  await page.getByRole('heading', { name: w.onboarding('title') }).waitFor();
  if (moves) {
    await page.getByLabel(w.onboarding('previous')).check();
    await page.getByLabel(label(w.onboarding('previousUrl'))).fill('https://old.example.com');
    await page.getByLabel(label(w.onboarding('migrate'))).check();
  }
  await inspect(page, 'questionnaire');
  await page.getByRole('button', { name: w.onboarding('submit'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === (moves ? '/products/import' : '/'));
}

/** Signs in on the sign-in page, whatever led to it. */
export async function signIn(page, w, mobile, secret = password) {
  await page.getByLabel(label(w.auth('login.identifier'))).fill(mobile);
  await page.getByLabel(label(w.auth('login.password'))).fill(secret);
  await page.getByRole('button', { name: w.auth('login.submit'), exact: true }).click();
}

export async function signOut(page, w) {
  await page.getByRole('button', { name: label(w.app('header.account')) }).click();
  await page.getByRole('menuitem', { name: w.app('header.signOut') }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}
