import { expect, it, vi } from 'vitest';
import { rememberPage } from './page-state';

declare global {
  interface Window {
    leftBehind?: unknown;
  }
}

it('what a file leaves on the page ends with the file', async () => {
  const restore = rememberPage();
  const { scrollTo, document: page } = window;
  const { body } = page;
  const { focus } = HTMLElement.prototype;
  const late = vi.fn();

  window.leftBehind = {};
  window.scrollTo = () => {};
  Object.defineProperty(window, 'innerWidth', { value: 390, configurable: true });
  HTMLElement.prototype.focus = () => {};
  Object.assign(page, { fonts: {} });
  window.addEventListener('online', late);
  page.addEventListener('click', late, true);
  setTimeout(late, 1);
  setInterval(late, 1);
  sessionStorage.setItem('kept', 'yes');
  page.cookie = 'cart=1';
  history.pushState(null, '', '/orders?page=2');
  page.title = 'Orders';
  page.documentElement.lang = 'ar';
  page.documentElement.innerHTML = '<body class="dark"><p>Orders</p></body>';
  restore();

  await new Promise((next) => setTimeout(next, 20));
  window.dispatchEvent(new Event('online'));
  page.body.click();
  expect(late).not.toHaveBeenCalled();
  expect([window.leftBehind, window.scrollTo, HTMLElement.prototype.focus]).toEqual([undefined, scrollTo, focus]);
  expect([innerWidth === 390, 'fonts' in page, sessionStorage.length, page.cookie]).toEqual([false, false, 0, '']);
  expect([location.pathname + location.search, page.title, page.documentElement.lang]).toEqual(['/', '', '']);
  expect([page.body === body, page.body.outerHTML]).toEqual([true, '<body></body>']);
});
