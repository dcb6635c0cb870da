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
});
