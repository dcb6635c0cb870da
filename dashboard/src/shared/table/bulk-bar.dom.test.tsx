import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage, serve, toasts } from '@/test/dom';
import { api } from '../api/client';
import { fetchPart } from '../api/parts';
import { BulkBar, type BulkAction } from './bulk-bar';
import { BulkHost } from './bulk-host';

function Page({ run }: { run: BulkAction['run'] }) {
  const [selected, setSelected] = useState<Set<string>>(new Set(['a', 'b']));
  return (
    <BulkBar
      selected={selected}
      onSelect={setSelected}
      nameOf={(id) => id}
      actions={[
        { key: 'send', label: 'Send the link', run, runAll: null },
        { key: 'tag', label: 'Tag', run, runAll: null },
        { key: 'export', label: 'Export', run, runAll: null },
      ]}
    />
  );
}
afterEach(() => vi.restoreAllMocks());

describe('a bulk act that fails', () => {
  it('f12_5: whose code did not come says so, and the rows stay chosen', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { user } = await openPage(
      <Page run={() => fetchPart(() => Promise.reject(new TypeError('Failed to fetch')))} />,
    );
    await user.click(await screen.findByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain("This part couldn't load"));
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  it('f12_5: a refusal of the server is reported once', async () => {
    serve(() => [409, { message: 'Closed for today' }]);
    const { user } = await openPage(<Page run={() => api.post('/mentions/read').then(() => null)} />);
    await user.click(await screen.findByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]?.textContent).toContain('Closed for today');
  });

  it('f12_5: that broke does not end in silence', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openPage(<Page run={() => Promise.reject(new Error('broken'))} />);
    await user.click(await screen.findByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });
});

function PageWithoutSelection({ run }: { run: BulkAction['run'] }) {
  const [selected, setSelected] = useState<Set<string>>(new Set());
  return (
    <>
      <button type="button" onClick={() => setSelected(new Set(['a']))}>
        Select
      </button>
      <BulkHost
        selected={selected}
        onSelect={setSelected}
        nameOf={(id) => id}
        actions={[{ key: 'assign', label: 'Assign', shortcut: 'a', run, runAll: null }]}
      />
    </>
  );
}

describe('the keyboard of the bulk actions', () => {
  it('f12_5: a key that comes before the code of the bar is done once, when the code is there', async () => {
    const run = vi.fn(() => Promise.resolve(null));
    await openPage(<PageWithoutSelection run={run} />);
    fireEvent.click(screen.getByRole('button', { name: 'Select' }));
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
    expect(run).not.toHaveBeenCalled();
    await waitFor(() => expect(run).toHaveBeenCalledWith(['a']));
    await screen.findByRole('toolbar', { name: 'Bulk actions' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('f12_5: is one Tab stop, with arrows between the buttons', async () => {
    // Room for all of them: without a layout none would fit.
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    const { user } = await openPage(<Page run={() => Promise.resolve(null)} />);
    const button = (name: string) => screen.findByRole('button', { name });
    const bar = await screen.findByRole('toolbar', { name: 'Bulk actions' });
    const stops = () => [...bar.querySelectorAll('button')].filter((one) => one.tabIndex === 0);
    expect(stops()).toEqual([await button('Send the link')]);
    (await button('Send the link')).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(await button('Tag'));
    await user.keyboard('{End}{ArrowRight}');
    expect(document.activeElement).toBe(await button('Send the link'));
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(await button('Export'));
    expect(stops()).toEqual([await button('Export')]);
  });
});
