// A browser on a running server (E2E_URL, E2E_CHROMIUM), and what every page must satisfy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { base, until } from './api.js';

assert.ok(process.env.E2E_CHROMIUM, 'run it with `cargo xtask e2e`');

export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };

// `import` of a package in CommonJS reads all of its megabytes twice, once for the names of its exports: 0.7 s in each of the files.
const require = createRequire(import.meta.url);
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Where pictures of failed pages go. */
const pictures = process.env.E2E_PICTURES;

let browser;
const pages = [];

/**
 * A page in a browser of its own. Whatever it logs as an error, every call that fails or is refused and every error of a
 * script is a fault; `expected` holds what a walk provokes ("401 /dashboard/v1/login", or a pattern of such).
 */
export async function open({
  language = 'ar',
  viewport = desk,
  scheme = 'light',
  storage,
  scripts = true,
  zone = 'Asia/Riyadh',
} = {}) {
  // Two pages that open at once share one browser.
  browser ??= chromium.launch({
    executablePath: process.env.E2E_CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic'],
  });
  const context = await (
    await browser
  ).newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    javaScriptEnabled: scripts,
    locale: language === 'ar' ? 'ar-SA' : 'en-GB',
    timezoneId: zone,
  });
  if (scripts) await context.addInitScript(prepare, { locale: language, ...storage });
  const page = await context.newPage();
  // To find what a story only passes by being fast: E2E_SLOWDOWN=6 makes the page's processor so many times slower.
  if (process.env.E2E_SLOWDOWN) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.E2E_SLOWDOWN) });
  }
  // Long, because the machine builds and tests other things meanwhile: a wait that succeeds costs nothing.
  page.setDefaultTimeout(60_000);
  Object.assign(page, { language, scripts, faults: [], expected: [], waiting: new Set() });
  pages.push(page);
  listen(page);
  return page;
}

/** Runs in the page before anything else: what is kept, and the measures of loading. */
function prepare(entries) {
  if (!sessionStorage.getItem('prepared')) {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    sessionStorage.setItem('prepared', 'yes');
  }
  window.vitals = { lcp: 0, cls: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (window.vitals.lcp = Math.round(entry.startTime)));
  watch('layout-shift', (entry) => (window.vitals.cls += entry.hadRecentInput ? 0 : entry.value));
}

function listen(page) {
  page.on('request', (request) => {
    // The stream of events never ends.
    if (!request.url().endsWith('/changes/stream')) page.waiting.add(request);
  });
  page.on('requestfinished', (request) => page.waiting.delete(request));
  page.on('requestfailed', (request) => {
    page.waiting.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Left behind by a page that was left, or what a walk provokes by taking the line away.
    if (reason !== 'net::ERR_ABORTED' && !page.expected.includes(reason))
      page.faults.push(`${reason} ${request.url()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // The browser's own note of a refused call; the answers are judged below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      page.faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const answer = `${response.status()} ${new URL(response.url()).pathname}`;
    if (response.status() < 400) return;
    // Nobody reads the body of a refusal that is answered by a renewal: it never "finishes".
    page.waiting.delete(response.request());
    const isExpected = page.expected.some((e) => (e instanceof RegExp ? e.test(answer) : e === answer));
    if (!isExpected) page.faults.push(answer);
  });
}

/** Waits until the page has asked for nothing for a moment, and its scripts have nothing left to do that would ask. */
export async function settle(page) {
  let quiet = 0;
  await until('a quiet page', async () => {
    quiet = page.waiting.size === 0 && (await isIdle(page)) && page.waiting.size === 0 ? quiet + 1 : 0;
    return quiet > 2;
  }).catch((error) => {
    const what = [...page.waiting].map((request) => request.url()).join(' ') || 'its scripts';
    throw new Error(`${error.message}; it waits for ${what}`);
  });
}

/** Where the processor is slow, a file that came is read, and asks for the next, long after the line has become quiet. */
const isIdle = (page) =>
  !page.scripts ||
  page
    .evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 2000 })))
    // The page went on to another document.
    .catch(() => false);

/** What was asked for so far is drawn: two frames later. */
export const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Gives the page another viewport, and waits until its media queries have been answered and what they load is there. */
export async function resize(page, viewport) {
  await page.setViewportSize(viewport);
  await painted(page);
  await settle(page);
}

/** Goes to a path of the dashboard from within, as a link does; loads it where no page of it is open yet. */
export async function go(page, path) {
  if (!page.url().startsWith(base)) await page.goto(`${base}${path}`);
  // The router hears of it, and the page is there when its scripts have nothing left to do and nothing is being fetched.
  else
    await page.evaluate(
      (to) =>
        new Promise((resolve) => {
          history.pushState({}, '', to);
          requestIdleCallback(() => requestIdleCallback(() => resolve()));
        }),
      path,
    );
  await settle(page);
}

/** Faults of every page looked at. */
const faults = [];
/** Pages that stories come by again and again, and that were looked at in this file. */
const passedBy = new Set();

/**
 * Puts axe into the page. By the protocol and not by `evaluate`, which hands the source to `eval`: the browser compiles that anew for
 * each document, and finds what the protocol hands over compiled already (30 ms of a processor for 90).
 */
async function loadAxe(page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  page.devtools ??= await page.context().newCDPSession(page);
  await page.devtools.send('Runtime.evaluate', { expression: `${axe};undefined` });
}

/**
 * Looks for faults: console, failed calls, sideways scrolling, the wrong direction, accessibility. `isContrastElsewhere`: the same page
 * is looked at in English at this width, in both skins, and Arabic letters have no contrast for axe. `isOnTheWay`: the page is not what
 * the story is about, and one look of the file at it, in this language and width, is enough.
 */
export async function inspect(
  page,
  name,
  { isInBothSkins = false, isContrastElsewhere = false, isOnTheWay = false } = {},
) {
  const { language } = page;
  // Nothing can be asked of a page without scripts; its faults are read at the end.
  if (!page.scripts) return;
  if (isOnTheWay) {
    const look = `${name} ${language} ${page.viewportSize().width} ${new URL(page.url()).host}`;
    if (passedBy.has(look)) return settle(page);
    passedBy.add(look);
  }
  // The story may have followed a link just now: the code of the page and its rows are still on their way.
  await settle(page);
  // A dialog gets its name from its title once that is mounted; one without a name is told by the rules below.
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[role=dialog]')].every(
          (one) => one.ariaLabel || one.getAttribute('aria-labelledby'),
        ),
      null,
      { timeout: 20_000 },
    )
    .catch(() => null);
  const found = page.faults.splice(0);
  // One without a title is told by the rules below.
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 30_000 })
    .catch(() => null);
  const facts = await page.evaluate(() => ({
    dir: document.documentElement.dir,
    lang: document.documentElement.lang,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.title.trim(),
    width: innerWidth,
    // A font that is fetched again means a page that stood in another font meanwhile, with its lines broken elsewhere.
    fonts: performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name, at, all) => name.endsWith('.woff2') && all.indexOf(name) !== at),
  }));
  found.push(...facts.fonts.map((name) => `font fetched again: ${name}`));
  if (facts.dir !== (language === 'ar' ? 'rtl' : 'ltr')) found.push(`direction is ${facts.dir}`);
  if (!facts.lang.startsWith(language)) found.push(`lang is ${facts.lang}`);
  if (facts.overflow > 1) found.push(`scrolls sideways by ${facts.overflow} px`);
  if (facts.title === '') found.push('no title');
  await loadAxe(page);
  const asked = { isShop: !page.url().startsWith(base), hasContrast: !isContrastElsewhere };
  const violations = await page.evaluate(async ({ isShop, hasContrast }) => {
    // What floats belongs to the control that opened it, and is in no landmark of the page.
    const floats =
      '[data-portal], [data-portal] *, [data-mantine-shared-portal-node], [data-mantine-shared-portal-node] *';
    window.axe.configure({ rules: [{ id: 'region', selector: `body :not(${floats})` }] });
    const result = await window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: {
        // Experimental, and blind to a badge's number inside a named link of the dashboard.
        'label-content-name-mismatch': { enabled: isShop },
        'color-contrast': { enabled: hasContrast },
      },
    });
    const where = (v) => v.nodes.map((n) => n.target.join(' ')).slice(0, 4);
    return result.violations.map((v) => `${v.id}: ${where(v).join(' | ')}`);
  }, asked);
  // Colours are all that the other skin changes; the rule skips Arabic letters.
  if (isInBothSkins && language === 'en') violations.push(...(await inOtherSkin(page)));
  faults.push(...[...found, ...violations].map((fault) => `${name} (${language} ${facts.width}): ${fault}`));
}

/** What the colours of the dashboard's other skin violate; the page is in its own again afterwards. */
async function inOtherSkin(page) {
  const violations = await page.evaluate(async () => {
    const root = document.documentElement;
    const own = root.dataset.mantineColorScheme;
    // Colours that fade from one skin to the other are those of neither.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    root.dataset.mantineColorScheme = own === 'dark' ? 'light' : 'dark';
    const result = await window.axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] });
    const other = root.dataset.mantineColorScheme;
    root.dataset.mantineColorScheme = own;
    document.adoptedStyleSheets.pop();
    const where = (v) => v.nodes.map((n) => n.target.join(' ')).slice(0, 4);
    return result.violations.map((v) => `${v.id} in ${other}: ${where(v).join(' | ')}`);
  });
  return violations;
}

/**
 * Fails where a text does not begin at the start edge of its own box, or of what is around it, which must have room beside
 * the text: a name in the other direction stands where its column stands.
 */
export async function startsAtItsColumn(locator, name, columnSelector = '*') {
  await locator.first().waitFor();
  // A list that opened just now, or is being filled, stands still by then.
  await settle(locator.page());
  const { gap, room } = await locator.first().evaluate((element, columnSelector) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const column = element.closest(columnSelector);
    const style = getComputedStyle(column);
    const [text, box] = [range.getBoundingClientRect(), column.getBoundingClientRect()];
    const left = box.left + Number.parseFloat(style.paddingLeft);
    const right = box.right - Number.parseFloat(style.paddingRight);
    const gap = document.documentElement.dir === 'rtl' ? right - text.right : text.left - left;
    return { gap: Math.round(gap), room: Math.round(right - left - text.width) };
  }, columnSelector);
  assert.ok(room > 16, `${name}: nothing to see, the box has ${room} px of room`);
  assert.ok(Math.abs(gap) <= 1, `${name}: the text begins ${gap} px from the start of its column`);
}

/** What loading this page cost; a page may not jump under the reader's hand. */
export async function vitals(page, name) {
  const { lcp, cls } = await page.evaluate(() => window.vitals);
  if (cls >= 0.1) faults.push(`${name}: layout shift of ${cls.toFixed(3)}`);
  return { name, lcp, cls: Number(cls.toFixed(4)) };
}

/** Ends a file: pictures of what failed, and no fault anywhere. To be called after the file's own tests are declared. */
export function finishStory(story) {
  let failed = 0;
  afterEach(async (context) => {
    if (!context.error || !pictures) return;
    failed += 1;
    for (const [index, page] of pages.filter((p) => !p.isClosed()).entries())
      await page.screenshot({ path: `${pictures}/${story}-${failed}-${index}.png`, fullPage: true }).catch(() => null);
  });
  // The runner names the file where a test is declared, which is this one: the title says whose pages they are.
  test(`${story}: no page of ${basename(process.argv[1])} had a fault (console, calls, direction, width, accessibility)`, () => {
    for (const page of pages) faults.push(...page.faults.splice(0).map((fault) => `${page.url()}: ${fault}`));
    assert.deepEqual([...new Set(faults)], []);
  });
  after(async () => (await browser)?.close());
}
