// The script that runs before the program (public/boot.js), in both documents as the build writes them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fontData } from '../../tools/font-data.mjs';

const own = (name: string) => readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8');
const files = ['arabic-400', 'arabic-500', 'arabic-600', 'latin-400', 'latin-600', 'latin-ext-400'].map(
  (name) => `assets/ibm-plex-sans-arabic-${name}-normal-Hash.woff2`,
);
const reload = vi.fn();
const listening: [string, EventListenerOrEventListenerObject, unknown][] = [];

/** The document as the build writes it, and its first script run in a browser of this language. */
function open(name: string, language?: 'ar' | 'en') {
  const tags = (fontData().transformIndexHtml as { handler: (html: string, build: object) => object[] }).handler('', {
    bundle: Object.fromEntries(files.map((file) => [file, {}])),
  }) as { tag: string; attrs: Record<string, string> }[];
  document.documentElement.innerHTML = /<html[^>]*>([^]*)<\/html>/.exec(own(name))?.[1] ?? '';
  for (const { tag, attrs } of tags) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attrs)) element.setAttribute(key, value);
    document.head.prepend(element);
  }
  if (language) localStorage.setItem('locale', language);
  // oxlint-disable-next-line no-eval -- a plain script, run as the browser runs it
  (0, eval)(own('public/boot.js'));
}
const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) => [
    link.getAttribute('as'),
    link.getAttribute('crossorigin'),
    link.getAttribute('href'),
  ]);
const flush = () => new Promise((done) => setTimeout(done, 5));
const fail = async () => {
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
  await flush();
};
const alert = () => document.querySelector('[role=alert]');

beforeEach(() => {
  localStorage.clear();
  reload.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { ...window.location, reload });
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation(((type: string, listener: never, options: never) => {
    listening.push([type, listener, options]);
    add(type, listener, options);
  }) as never);
});
afterEach(() => {
  for (const [type, listener, options] of listening.splice(0))
    window.removeEventListener(type, listener, options as never);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(['index.html', 'login.html'])('%s', (name) => {
  it.each([
    ['ar', 'arabic'],
    ['en', 'latin'],
  ] as const)('f12_5: %s asks for the letters of its own language, and for no others', (language, script) => {
    open(name, language);
    expect(preloaded()).toEqual(
      ['400', '600'].map((weight) => [
        'font',
        '',
        `/assets/ibm-plex-sans-arabic-${script}-${weight}-normal-Hash.woff2`,
      ]),
    );
  });

  it('f12_5: a program that did not come is said, in the language of the reader, with a way to try again', async () => {
    open(name, 'en');
    expect(alert()).toBeNull();
    await fail();
    expect(alert()?.querySelector('h1')?.textContent).toBe("The dashboard couldn't load");
    expect(document.querySelector('#root i')).toBeNull();
    expect(document.getElementById('boot')?.hasAttribute('aria-hidden')).toBe(false);
    alert()?.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('f12_5: without a line it waits for it, and never reloads into the error page of the browser', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open(name);
    await fail();
    expect(alert()?.querySelector('button')?.textContent).toBe('إعادة المحاولة');
    alert()?.querySelector('button')?.click();
    expect(reload).not.toHaveBeenCalled();
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('f12_5: a program that broke before it showed anything is said as well', async () => {
    open(name, 'en');
    window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://x/y.js' }));
    await flush();
    expect(alert()).toBeNull();
    window.dispatchEvent(new ErrorEvent('error', { filename: `${window.location.origin}/assets/index.js` }));
    await flush();
    expect(alert()).toBeTruthy();
  });

  it('f12_5: once the program is there, or for a picture, nothing is said', async () => {
    open(name, 'en');
    const picture = document.body.appendChild(document.createElement('img'));
    picture.dispatchEvent(new Event('error'));
    await flush();
    expect(alert()).toBeNull();
    document.getElementById('boot')?.remove();
    await fail();
    expect(alert()).toBeNull();
  });
});
