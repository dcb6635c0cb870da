import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage, serve, toasts } from '@/test/dom';
import { api } from '../api/client';
import { fetchPart } from '../api/parts';
import { BulkBar, type BulkAction } from './bulk-bar';

function Page({ run }: { run: BulkAction['run'] }) {
  const [selected, setSelected] = useState<Set<string>>(new Set(['a', 'b']));
  return (
    <BulkBar
      selected={selected}
      onSelect={setSelected}
      nameOf={(id) => id}
      actions={[{ key: 'send', label: 'Send the link', run, runAll: null }]}
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
