// Checks the gzipped download sizes against the budgets, from the build's manifest (docs: dashboard design).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fontsOf } from './font-data.mjs';

const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const kB = 1000;
const limits = {
  login: 150 * kB,
  loginFonts: 90 * kB,
  ordersList: 208 * kB,
  orderPage: 60 * kB,
  floating: 45 * kB,
  route: 60 * kB,
  part: 80 * kB,
  editorOrChart: 150 * kB,
  css: 60 * kB,
};
const ordersList = 'src/features/orders/orders-list-page.tsx';
const orderPage = 'src/features/orders/order-page.tsx';

const weights = new Map();
const weigh = (file) => {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(dist, file))).length);
  return weights.get(file);
};

/** A chunk with its transitive static imports. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}
const js = (keys) => [...keys].reduce((sum, key) => sum + weigh(manifest[key].file), 0);
const css = (keys) => {
  const files = new Set([...keys].flatMap((key) => manifest[key].css ?? []));
  return [...files].reduce((sum, file) => sum + weigh(file), 0);
};

const entry = 'index.html';
const shell = closure(entry);
const login = closure('login.html');
const failures = [];
const check = (name, bytes, limit) => {
  const over = bytes > limit;
  if (over) failures.push(name);
  console.log(`${over ? 'OVER ' : 'ok   '} ${(bytes / kB).toFixed(1).padStart(7)} of ${limit / kB} kB  ${name}`);
};

console.log(`      ${(js(shell) / kB).toFixed(1).padStart(7)} kB of JS in the shell`);
// The sign-in document: its scripts and styles (gzipped), and apart from them the first screen's fonts of the reader's
// language (woff2 is already compressed). Text is visible before they load (font-display: swap).
check('sign-in, JS and CSS', js(login) + css(login), limits.login);
const fonts = fontsOf(readdirSync(join(dist, 'assets')).map((file) => `assets/${file}`));
for (const [language, files] of Object.entries(fonts)) {
  const bytes = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
  check(`sign-in, fonts of ${language}`, bytes, limits.loginFonts);
}
// Both documents name the fonts of each language as data and load none by themselves: the browser chooses (boot.js).
for (const name of ['index.html', 'login.html']) {
  const html = readFileSync(join(dist, name), 'utf8');
  const isNamed = Object.entries(fonts).every(
    ([language, files]) =>
      files.length === 2 &&
      html.includes(`<meta name="fonts-${language}" content="${files.map((file) => `/${file}`).join(' ')}">`),
  );
  const isEarly = html.indexOf('name="fonts-') < html.indexOf('src="/boot.js"');
  const isFree = !/rel="preload"[^>]*woff2/.test(html);
  if (!isNamed || !isEarly || !isFree) failures.push(`fonts of ${name}`);
  console.log(`${isNamed && isEarly && isFree ? 'ok   ' : 'WRONG'}                    fonts of ${name} by language`);
}
if (manifest[ordersList]) check('orders list, JS', js(closure(ordersList, new Set(shell))), limits.ordersList);
else failures.push(`${ordersList} is not in the manifest`);
if (!manifest[orderPage]) failures.push(`${orderPage} is not in the manifest`);
check(
  'shell and orders list, CSS',
  css(closure(manifest[ordersList] ? ordersList : entry, new Set(shell))),
  limits.css,
);

// The code of menus and tooltips loads once, after the first page is idle (shared/ui/lazy-floating.ts): it counts for
// no initial load, and is loaded by the time later parts open.
const floatingKit = 'src/shared/ui/floating-kit.tsx';
const floating = manifest[floatingKit] ? closure(floatingKit) : new Set();
/** The chunks that are certainly loaded when a part opens: those that all of its importers need. */
const openers = (key) => Object.keys(manifest).filter((other) => manifest[other].dynamicImports?.includes(key));
const isThere = (part, key) => openers(key).every((opener) => closure(opener).has(part));

// Chunks loaded right after the first page must not include the menus.
const pageExtras = 'src/app/layouts/page-extras.tsx';
if (!manifest[pageExtras]) failures.push(`${pageExtras} is not in the manifest`);
else if ([...closure(pageExtras)].some((part) => manifest[part].name === 'floating'))
  failures.push(`${pageExtras} loads what floats`);

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue;
  const own = new Set(
    [...closure(key)].filter((part) => !shell.has(part) && (key === floatingKit || !floating.has(part))),
  );
  if (key === floatingKit) {
    check(key, js(own), limits.floating);
    continue;
  }
  // A part that opens inside a page later (a filter form with its calendar, a dialog) is no route, counts for no
  // initial load, and adds only what its page has not loaded.
  const isPart = !key.endsWith('-page.tsx');
  if (isPart) for (const part of own) if (part !== key && isThere(part, key)) own.delete(part);
  const heavy = /rich-text-editor|chart|theme-editor/.test(key);
  const usual = isPart ? limits.part : limits.route;
  check(key, js(own), heavy ? limits.editorOrChart : key === orderPage ? limits.orderPage : usual);
}

if (failures.length > 0) {
  console.error(`over budget: ${failures.join(', ')}`);
  process.exit(1);
}
