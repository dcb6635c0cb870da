// A browser on a running server (E2E_URL, E2E_CHROMIUM), and what every page must satisfy.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

export const base = process.env.E2E_URL;
assert.ok(base && process.env.E2E_CHROMIUM, 'run it with `cargo xtask e2e`');

export const phone = { width: 390, height: 844 };
export const desk = { width: 1280, height: 900 };

/** Where pictures of failed pages go. */
const pictures = process.env.E2E_PICTURES;

let browser;
let current;
export async function open({ language = 'ar', viewport = desk, scheme = 'light', storage } = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: language === 'ar' ? 'ar-SA' : 'en-GB',
    timezoneId: 'Asia/Riyadh',
  });
  await context.addInitScript(
    ([entries]) => {
      for (const [key, value] of Object.entries(entries))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [{ locale: language, ...storage }],
  );
  const page = await context.newPage();
  current = page;
  page.setDefaultTimeout(15_000);
  page.faults = [];
  page.waiting = new Set();
  page.on('request', (request) => {
    // The stream of events never ends.
    if (!request.url().endsWith('/changes/stream')) page.waiting.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => page.waiting.delete(request));
  page.on('pageerror', (error) => page.faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is shown to the user and logged by the browser itself; the answers are judged below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      page.faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) page.faults.push(`${response.status()} ${response.url()}`);
    const isFile = /\.(js|css|woff2|svg|png|webp)$/.test(new URL(response.url()).pathname);
    if (response.status() === 404 && isFile) page.faults.push(`404 ${response.url()}`);
  });
  return page;
}

/** A picture of the page that a failed test was looking at. */
export async function picture(name) {
  if (pictures && current && !current.isClosed())
    await current.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

export async function close() {
  await browser?.close();
}

/** Waits until the page has asked for nothing for a moment. */
export async function settle(page) {
  let quiet = 0;
  await until('a quiet page', async () => {
    quiet = page.waiting.size === 0 ? quiet + 1 : 0;
    return quiet > 2;
  });
}

/** Faults of every page looked at; the last test of a file asserts that there are none. */
export const faults = [];

/** Looks for faults: console, failed calls, sideways scrolling, the wrong direction, accessibility. */
export async function inspect(page, name, language) {
  const found = page.faults.splice(0);
  const facts = await page.evaluate(() => ({
    dir: document.documentElement.dir,
    lang: document.documentElement.lang,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.title.trim(),
  }));
  if (facts.dir !== (language === 'ar' ? 'rtl' : 'ltr')) found.push(`direction is ${facts.dir}`);
  if (!facts.lang.startsWith(language)) found.push(`lang is ${facts.lang}`);
  if (facts.overflow > 1) found.push(`scrolls sideways by ${facts.overflow} px`);
  if (facts.title === '') found.push('no title');
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const result = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Experimental, and blind to a badge's number inside a named link.
      rules: { 'label-content-name-mismatch': { enabled: false } },
    });
    return result.violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.target.join(' '))
          .slice(0, 4)
          .join(' | ')}`,
    );
  });
  faults.push(...[...found, ...violations].map((fault) => `${name}: ${fault}`));
}

/** A call to the API. */
export async function call(method, path, { token, store, body } = {}) {
  const headers = { 'content-type': 'application/json', 'accept-language': 'ar' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (store) headers['x-store'] = store;
  const response = await fetch(`${base}/dashboard/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const json = await response.json().catch(() => null);
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json.data;
}

/** Asks again until there is an answer. */
export async function until(what, ask, seconds = 30) {
  for (let i = 0; i < seconds * 5; i += 1) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}
