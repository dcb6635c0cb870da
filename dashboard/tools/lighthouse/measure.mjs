// Lighthouse on the front page, a collection and a product of every theme, beside a page with nothing on it, and the layout shifts of
// the same pages on a phone and on a desk. `npm ci`, then with a store of the sample (`rawaj seed`, with its pictures) being served:
//
//   CHROME_PATH=/usr/bin/chromium node measure.mjs http://localhost:3000 demo [ar,en]
//
// Each theme is made live for its pages and the one before put back. What is printed is Markdown; exit code 1 says that a page is
// below the floors. RUNS (3) says how often each page is measured, THEMES which themes, SHOP_MOBILE and SHOP_PASSWORD who signs in.
import { createServer, request } from 'node:http';
import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';

const [base = 'http://localhost:3000', slug = 'demo', languages = 'ar'] = process.argv.slice(2);
const {
  RUNS = '3',
  THEMES = 'one,two,three',
  CHROME_PATH = '/usr/bin/chromium',
  SHOP_MOBILE = '+966551000000',
  SHOP_PASSWORD = 'Rawaj@2026',
} = process.env;
const shop = base.replace('://', `://${slug}.`);
const floors = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const mostShift = 0.02;
const widths = [390, 1440];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function call(method, path, { token, store, body } = {}) {
  const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
  if (token) Object.assign(headers, { authorization: `Bearer ${token}`, 'x-store': store });
  const init = { method, headers };
  if (body) init.body = JSON.stringify(body);
  const response = await fetch(`${base}/dashboard/v1${path}`, init);
  const json = await response.json().catch(() => null);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json.data;
}

/** A page of the shop as text; by the platform's address, since not every resolver knows the names below `localhost`. */
const html = (url) =>
  new Promise((resolve, reject) => {
    const { host, pathname } = new URL(url);
    const headers = { host, 'accept-encoding': 'identity' };
    const asked = request(new URL(pathname, base), { headers }, async (response) => {
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`${url}: ${response.statusCode}`));
    });
    asked.on('error', reject).end();
  });

/** A page with a heading and nothing else: what it loses, the machine and the network of Lighthouse take. */
async function reference() {
  const text =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title><meta name="viewport" content="width=device-width">' +
    '<meta name="description" content="A page with nothing on it."><link rel="icon" href="data:,"></head><body><main><h1>Reference</h1></main></body></html>';
  const server = createServer(({ url }, response) => {
    const status = url === '/' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(status === 200 ? text : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}

/** The pages of a language: the front page, the first collection and the first product that it links. */
async function pages(language) {
  const home = language === 'ar' ? '/' : `/${language}/`;
  const text = await html(shop + home);
  const first = (folder) => {
    const found = new RegExp(`href="((?:/[a-z]{2})?/${folder}/[^"#?]+)"`).exec(text);
    if (!found) throw new Error(`${shop}${home} links no ${folder}`);
    return shop + found[1];
  };
  return { index: shop + home, collection: first('collections'), product: first('products') };
}

/** The page's layout shifts while it loads and is read to its end. */
async function shift(browser, url, width) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: width < 600 ? 844 : 900 });
  await page.evaluateOnNewDocument(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle0' });
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  await page.waitForNetworkIdle();
  const shifted = await page.evaluate(() => globalThis.shifted);
  await context.close();
  return shifted;
}

const browser = await launch({ executablePath: CHROME_PATH, headless: 'shell', args: ['--no-sandbox'] });
const port = Number(new URL(browser.wsEndpoint()).port);

/** The scores and times of one run, and what is wrong. */
async function run(url) {
  const { lhr } = await lighthouse(url, { port, logLevel: 'error' });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const wrong = [];
  for (const category of Object.values(lhr.categories)) {
    for (const { id, weight } of category.auditRefs) {
      const { score, title, details } = lhr.audits[id];
      if (weight > 0 && score !== null && score < (category.id === 'performance' ? 0.9 : 1)) {
        const items = (details?.items ?? [])
          .slice(0, 3)
          .map((item) => item.node?.snippet ?? item.url ?? item.description ?? '');
        wrong.push(`${category.id}: ${id} (${title}) ${items.join(' | ')}`);
      }
    }
  }
  const ms = (id) => Math.round(lhr.audits[id].numericValue);
  return {
    ...Object.fromEntries(Object.keys(floors).map((id) => [id, Math.round(lhr.categories[id].score * 100)])),
    fcp: ms('first-contentful-paint'),
    lcp: ms('largest-contentful-paint'),
    tbt: ms('total-blocking-time'),
    shift: lhr.audits['cumulative-layout-shift'].numericValue,
    kb: lhr.audits['total-byte-weight'].numericValue / 1024,
    wrong,
  };
}

let isBelow = false;
const wrong = new Map();

function line(name, runs, shifts) {
  const middle = (id) => median(runs.map((one) => one[id]));
  for (const [id, floor] of Object.entries(floors)) if (middle(id) < floor) isBelow = true;
  if (Math.max(middle('shift'), ...shifts) >= mostShift) isBelow = true;
  for (const one of runs) for (const text of one.wrong) wrong.set(text, [...(wrong.get(text) ?? []), name]);
  const spread = `${Math.min(...runs.map((one) => one.performance))} to ${Math.max(...runs.map((one) => one.performance))}`;
  const scores = Object.keys(floors).map(middle);
  const times = ['fcp', 'lcp', 'tbt'].map(middle);
  const cells = [
    name,
    ...scores,
    spread,
    ...times,
    middle('shift').toFixed(3),
    ...shifts.map((n) => n.toFixed(3)),
    Math.round(middle('kb')),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

const session = await call('POST', '/login', { body: { identifier: SHOP_MOBILE, password: SHOP_PASSWORD } });
const stores = session.stores ?? [session.store_data];
const store = stores.find((one) => one.slug === slug) ?? session.store_data;
const who = { token: session.access_token, store: store.id };
const before = (await call('GET', '/themes', who)).find((one) => one.is_live).theme;
const empty = await reference();

console.log(
  '| page | performance | accessibility | best practices | SEO | performance of the runs | FCP ms | LCP ms | TBT ms | CLS | CLS 390 | CLS 1440 | kB |',
);
console.log(`|---|${'--:|'.repeat(12)}`);
try {
  const idle = [];
  for (const theme of THEMES.split(',')) {
    await call('POST', '/themes', { ...who, body: { theme } });
    await call('PUT', `/themes/${theme}/live`, { ...who, body: {} });
    for (const language of languages.split(',')) {
      const all = Object.entries(await pages(language)).map(([name, url]) => ({ name, url, runs: [] }));
      // Round by round, so that a busy minute of the machine meets every page; the first look fills the page cache.
      for (const { url } of all) await html(url);
      for (let round = 0; round < Number(RUNS); round += 1) {
        idle.push(await run(empty.url));
        for (const page of all) page.runs.push(await run(page.url));
      }
      for (const { name, url, runs } of all) {
        const shifts = [];
        for (const width of widths) shifts.push(await shift(browser, url, width));
        line(`${theme}, ${name}, ${language}`, runs, shifts);
      }
    }
  }
  line('reference', idle, [0, 0]);
} finally {
  await call('PUT', `/themes/${before}/live`, { ...who, body: {} });
  empty.close();
  await browser.close();
}
if (wrong.size > 0) console.log('\nWhat was found:\n');
for (const [text, names] of wrong) console.log(`- ${text} (${[...new Set(names)].join('; ')})`);
process.exitCode = isBelow ? 1 : 0;
