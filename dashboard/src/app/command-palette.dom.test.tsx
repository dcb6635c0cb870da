import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { releaseKeys } from './early-keys';
import { ShellHeader } from './layouts/shell-header';

beforeEach(() => {
  releaseKeys();
  serve(() => [200, { data: [] }]);
});

const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Search or run/ });

/** Answers a search for products with one of that name, as soon as `letGo` is called for it. */
function serveSlowly() {
  const held = new Map<string, () => void>();
  serve(async ({ url }) => {
    const search = /^\/products\?.*search=(\w+)/.exec(url)?.[1];
    if (!search) return [200, { data: [] }];
    await new Promise<void>((resolve) => held.set(search, resolve));
    const rows = search === 'nothing' ? [] : [{ id: `prd_${search}`, name: { en: search } }];
    return [200, { data: rows, meta: {} }];
  });
  return async (search: string) => {
    await waitFor(() => expect(held.has(search)).toBe(true));
    act(() => held.get(search)?.());
  };
}

describe('the command palette', () => {
  it('keeps what is typed before it is there, and Enter opens what was looked for', async () => {
    const { user, address } = await openPage(<ShellHeader />);
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard('prox{Backspace}duct');
    // Its code is loaded first, which is slow while other tests run.
    await waitFor(async () => expect((await box()).value).toBe('product'));
    expect(document.activeElement).toBe(await box());
    await user.keyboard('s');
    expect((await box()).value).toBe('products');
    await waitFor(() => expect(document.querySelector('[data-action][data-selected]')).not.toBeNull());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/products/list'));
  });

  it('leaves the keys alone once it was given up', async () => {
    const { user } = await openPage(
      <>
        <ShellHeader />
        <input aria-label="Other" />
      </>,
    );
    await user.keyboard('{Control>}k{/Control}');
    await box();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Other' });
    act(() => other.focus());
    await user.keyboard('abc');
    expect(other.value).toBe('abc');
  });

  it('GN: Enter before the results of the text are there opens the first of them when they come', async () => {
    const { user, address } = await openPage(<ShellHeader />);
    const letGo = serveSlowly();
    const before = address();
    await user.keyboard('{Control>}k{/Control}');
    const input = await box();
    await user.type(input, 'velvet');
    await letGo('velvet');
    await waitFor(() => expect(document.querySelector('[data-action][data-selected]')?.textContent).toBe('velvet'));
    // The results of the text before are still shown: they are not what Enter is for.
    await user.clear(input);
    await user.type(input, 'quartz{Enter}');
    expect(address()).toBe(before);
    // Nor is the empty list of a box that was empty for a while.
    await user.clear(input);
    await waitFor(() => expect(screen.queryByText('Searching…')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 250));
    await user.type(input, 'zebra{Enter}');
    expect(address()).toBe(before);
    await letGo('zebra');
    await waitFor(() => expect(address()).toBe('/products/edit/prd_zebra'));
  });

  it('GN: forgets that Enter when nothing is found, or when the text changes', async () => {
    const { user, address } = await openPage(<ShellHeader />);
    const letGo = serveSlowly();
    const before = address();
    await user.keyboard('{Control>}k{/Control}');
    const input = await box();
    await user.type(input, 'nothing{Enter}');
    await letGo('nothing');
    await waitFor(() => expect(screen.getByText('No results')).toBeTruthy());
    await user.clear(input);
    await user.type(input, 'zebra');
    await letGo('zebra');
    await waitFor(() => expect(document.querySelector('[data-action][data-selected]')?.textContent).toBe('zebra'));
    await user.clear(input);
    await user.type(input, 'velvet{Enter}');
    await user.clear(input);
    await user.type(input, 'quartz');
    await letGo('quartz');
    await waitFor(() => expect(document.querySelector('[data-action][data-selected]')?.textContent).toBe('quartz'));
    expect(address()).toBe(before);
  });
});
