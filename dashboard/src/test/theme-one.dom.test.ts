// The storefront theme's script, on the markup of its pages (themes/one).
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync('../themes/one/assets/one.js', 'utf8');
const texts = { offline: 'No connection', still: 'Still none', failed: 'Failed' };

/** Pages that the script navigated to. */
let navigations: string[] = [];
/** URL and body of each POST. */
let posts: [url: string, body: string][] = [];
type Answer = () => Response | Promise<Response>;

/** Runs the script on a page; `answers` are given in order, the last one repeatedly. */
function page(body: string, answers: Answer[] = []): void {
  document.body.innerHTML = `<main id="main">${body}</main><script type="application/json" id="texts">${JSON.stringify(texts)}</script>`;
  const here = new URL('https://shop.example/checkout');
  const location = {
    pathname: here.pathname,
    search: '',
    get href() {
      return here.href;
    },
    set href(to: string | URL) {
      navigations.push(String(to));
    },
    toString: () => here.href,
    reload: () => navigations.push('reload'),
  };
  const fetch = (url: string, init: { body: URLSearchParams }) => {
    posts.push([url, String(init.body)]);
    const answer = answers[Math.min(posts.length, answers.length) - 1];
    return Promise.resolve().then(() => answer?.() ?? new Response('', { status: 404 }));
  };
  // jsdom has no media queries, and defines an element once while each test runs the script again.
  const matchMedia = () => ({ matches: false });
  const customElements = { define: () => undefined };
  new Function('location', 'fetch', 'matchMedia', 'customElements', script)(
    location,
    fetch,
    matchMedia,
    customElements,
  );
}

const json =
  (body: object): Answer =>
  () =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const html =
  (body: string, status = 200): Answer =>
  () =>
    new Response(`<main id="main">${body}</main>`, { status, headers: { 'content-type': 'text/html' } });
const networkError: Answer = () => Promise.reject(new TypeError('network'));

const field = (name: string, error = '', tag = 'input') => `<div class="field"><label for="f-${name}">${name}</label>
<${tag} class="input" id="f-${name}" name="${name}"${error && ` aria-invalid="true" aria-describedby="e-${name}"`}>${tag === 'input' ? '' : `</${tag}>`}
${error && `<p class="error" id="e-${name}">${error}</p>`}</div>`;
const checkout = (
  fields: string,
  alert = '',
) => `${alert}<form method="post" action="/checkout" data-checkout="/checkout/save" novalidate>
<input type="hidden" name="version" value="3">${fields}<aside id="sum"></aside><button type="submit">Place</button></form>`;
const refusal =
  '<div class="alert" role="alert" data-faults><div><p class="alert__title">Check the marked fields</p></div></div>';

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const write = (name: string, value: string) => {
  const input = document.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!input) throw new Error(`no field ${name}`);
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const press = () => document.querySelector('form')?.requestSubmit();

/** Listeners of the script, removed after each page. */
const listening: [EventTarget, string, EventListener][] = [];

describe('the script of the theme', () => {
  beforeEach(() => {
    for (const target of [document, window]) {
      const listen = target.addEventListener.bind(target) as (...args: unknown[]) => void;
      vi.spyOn(target, 'addEventListener').mockImplementation((...args: unknown[]) => {
        listening.push([target, String(args[0]), args[1] as EventListener]);
        listen(...args);
      });
    }
    navigations = [];
    posts = [];
    vi.useFakeTimers();
    Element.prototype.scrollIntoView = () => {};
    window.scrollTo = () => {};
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const [target, kind, listener] of listening.splice(0)) target.removeEventListener(kind, listener);
    vi.useRealTimers();
    document.body.innerHTML = '';
    document.cookie = 'cart_n=; max-age=0';
  });

  it('f12_the alert goes with the last of the marked fields that is mended', () => {
    const country =
      '<select class="input" id="f-country" name="country" aria-invalid="true" aria-describedby="e-country"><option>XX<option>SA</select><p class="error" id="e-country">Choose</p>';
    page(
      checkout(
        field('mobile', 'Wrong') + `<div class="field">${country}</div>` + field('note', 'Too long', 'textarea'),
        refusal,
      ),
    );
    const alert = () => document.querySelector('.alert');
    for (const [name, value] of [
      ['mobile', '0551234567'],
      ['country', 'SA'],
      ['note', 'short'],
    ] as const) {
      expect(alert(), name).not.toBeNull();
      write(name, value);
      expect(document.querySelector(`#e-${name}`), name).toBeNull();
    }
    expect(alert()).toBeNull();
  });

  it('f12_what has changed in the cart stays said when the fields are right', () => {
    const both =
      '<div class="alert" role="alert"><div><p class="alert__title" data-faults>Check</p><ul><li>Sold out</li></ul></div></div>';
    page(checkout(field('mobile', 'Wrong'), both));
    write('mobile', '0551234567');
    expect(document.querySelector('.alert')?.textContent).toBe('Sold out');
  });

  it('ca_04_the answer of placing is lost: the form is sent once more and the shopper lands on the order', async () => {
    page(checkout(field('mobile')), [networkError, json({ go: '/orders/ord_1?key=x' })]);
    write('mobile', '0551234567');
    press();
    await wait(0);
    expect(document.querySelector('.toast')?.textContent).toBe(texts.offline);
    expect([posts.length, navigations]).toEqual([1, []]);
    // A second press while it is pending sends nothing.
    press();
    dispatchEvent(new Event('online'));
    await wait(1_000);
    expect(posts).toEqual([
      ['/checkout', 'version=3&mobile=0551234567'],
      ['/checkout', 'version=3&mobile=0551234567'],
    ]);
    expect(navigations).toEqual(['https://shop.example/orders/ord_1?key=x']);
    expect(document.querySelector('.toast')).toBeNull();
  });

  it('ca_04_no line at all: the page stays as it is and says so', async () => {
    page(checkout(field('mobile')), [networkError]);
    write('mobile', '0551234567');
    press();
    await wait(70_000);
    expect([posts.length, navigations.length]).toEqual([2, 0]);
    expect(document.querySelector<HTMLInputElement>('[name=mobile]')?.value).toBe('0551234567');
    expect(document.querySelector('.is-busy')).toBeNull();
  });

  it('ca_04_a refusal takes the place of the page', async () => {
    page(checkout(field('mobile')), [html(checkout(field('mobile', 'Wrong'), refusal), 422)]);
    press();
    await wait(0);
    expect(document.querySelector('#e-mobile')?.textContent).toBe('Wrong');
    expect(document.activeElement?.getAttribute('name')).toBe('mobile');
  });

  it('f12_the cart is called by its word and its number, apart', () => {
    document.cookie = 'cart_n=3';
    page(
      '<a class="tool" href="/cart"><span class="sr">Cart</span><span class="badge" data-cart-count hidden></span></a>',
    );
    const link = document.querySelector('a');
    expect(link?.getAttribute('aria-label')).toBe('Cart 3');
    expect(document.querySelector<HTMLElement>('.badge')?.hidden).toBe(false);
    document.cookie = 'cart_n=0';
    dispatchEvent(new Event('pageshow'));
    expect(link?.getAttribute('aria-label')).toBe('Cart');
  });
});
