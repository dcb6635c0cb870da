import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcerId } from '@/shared/ui/announce';
import { useFocusRestore, usePageFocus } from './focus';

interface Shown {
  path: string;
  title: string;
  heading?: string;
  step?: 'ready' | 'busy' | 'gone';
  dialog?: boolean;
}
function Shell({ path, title, heading, step = 'gone', dialog }: Shown) {
  usePageFocus(path, title);
  useFocusRestore();
  return (
    <>
      <nav>
        <a href="#orders">Orders</a>
      </nav>
      <div id={announcerId} aria-live="polite" />
      <main id="content">
        {heading && <h1>{heading}</h1>}
        <section>
          {step !== 'gone' && <button disabled={step === 'busy'}>Start processing</button>}
          <button>More actions</button>
        </section>
        <input aria-label="Note" />
      </main>
      {dialog && (
        <div role="dialog">
          <button>Save</button>
        </div>
      )}
    </>
  );
}
// jsdom has no boxes.
beforeEach(() => void (Element.prototype.checkVisibility = () => true));

const open = (first: Shown) => {
  const { rerender } = render(<Shell {...first} />);
  return (next: Shown) => rerender(<Shell {...next} />);
};
/** Advances the timers; effects of the page's changes run. */
const pass = (ms = 200) => act(() => vi.advanceTimersByTimeAsync(ms));
const focused = () => document.activeElement;
const home: Shown = { path: '/', title: 'Home', heading: 'Home' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('after a navigation', () => {
  it('f12_5: the page is announced, and the heading takes the focus without being a stop of Tab', async () => {
    const show = open(home);
    screen.getByRole('link').focus();
    show({ path: '/orders', title: 'Orders', heading: 'Orders' });
    await pass();
    expect(focused()).toBe(screen.getByRole('heading'));
    expect((focused() as HTMLElement).tabIndex).toBe(-1);
    expect(document.getElementById(announcerId)?.textContent).toBe('Orders');
  });

  it('f12_5: the heading takes it from the page as a whole, where a save bar left it', async () => {
    const show = open(home);
    const main = screen.getByRole('main');
    main.tabIndex = -1;
    main.focus();
    show({ path: '/orders', title: 'Orders', heading: 'Orders' });
    await pass();
    expect(focused()).toBe(screen.getByRole('heading'));
  });

  it('f12_5: the heading takes it however late it comes', async () => {
    const show = open(home);
    screen.getByRole('link').focus();
    show({ path: '/orders/1', title: 'Orders' });
    await pass(60_000);
    expect(focused()).toBe(screen.getByRole('link'));
    show({ path: '/orders/1', title: 'Orders', heading: 'Order #1' });
    await pass();
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Order #1' }));
  });

  it('f12_5: the focus is not taken from where the reader moved meanwhile, nor from a dialog', async () => {
    const show = open(home);
    show({ path: '/orders/1', title: 'Orders' });
    await pass();
    screen.getByLabelText('Note').focus();
    show({ path: '/orders/1', title: 'Orders', heading: 'Order #1' });
    await pass();
    expect(focused()).toBe(screen.getByLabelText('Note'));
    // Once the focus was set, it is not set again.
    screen.getByLabelText('Note').blur();
    show({ path: '/orders/1', title: 'Orders', heading: 'Order #1', dialog: true });
    await pass();
    expect(focused()).toBe(document.body);
    show({ path: '/orders/2', title: 'Orders', heading: 'Order #2', dialog: true });
    await pass();
    expect(focused()).toBe(document.body);
  });

  it('f12_5: the first page is neither announced nor focused', async () => {
    open(home);
    await pass();
    expect(focused()).toBe(document.body);
    expect(document.getElementById(announcerId)?.textContent).toBe('');
  });
});

describe('a button that was pressed', () => {
  const order = (step: Shown['step']): Shown => ({ path: '/', title: 'Order', heading: 'Order #1', step });

  it('f12_5: has the focus again when it is no longer busy', async () => {
    const show = open(order('ready'));
    const button = screen.getByRole('button', { name: 'Start processing' });
    button.focus();
    // The browser takes the focus from what is switched off; jsdom does not.
    button.blur();
    show(order('busy'));
    await pass();
    expect(focused()).toBe(document.body);
    show(order('ready'));
    await pass();
    expect(focused()).toBe(button);
  });

  it('f12_5: a removed step hands the focus to the nearest control', async () => {
    const show = open(order('ready'));
    screen.getByRole('button', { name: 'Start processing' }).focus();
    show(order('gone'));
    await pass();
    expect(focused()).toBe(screen.getByRole('button', { name: 'More actions' }));
  });

  it('f12_5: does not get it back when the reader pressed beside everything', async () => {
    const show = open(order('ready'));
    const button = screen.getByRole('button', { name: 'Start processing' });
    button.focus();
    fireEvent.pointerDown(screen.getByRole('heading'));
    button.blur();
    show(order('gone'));
    await pass();
    expect(focused()).toBe(document.body);
  });
});

describe('a dialog that is closed', () => {
  const page = (dialog: boolean): Shown => ({ path: '/', title: 'Order', heading: 'Order #1', step: 'ready', dialog });

  it('f12_5: gives the focus back to what it was opened with', async () => {
    const show = open(page(false));
    const button = screen.getByRole('button', { name: 'More actions' });
    button.focus();
    show(page(true));
    screen.getByRole('button', { name: 'Save' }).focus();
    show(page(false));
    await pass();
    expect(focused()).toBe(button);
  });

  it('f12_5: gives it to the nearest control where that is gone', async () => {
    const show = open(page(false));
    screen.getByRole('button', { name: 'Start processing' }).focus();
    show(page(true));
    screen.getByRole('button', { name: 'Save' }).focus();
    show({ ...page(false), step: 'gone' });
    await pass();
    expect(focused()).toBe(screen.getByRole('button', { name: 'More actions' }));
  });
});
