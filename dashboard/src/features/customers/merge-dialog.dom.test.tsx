import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { MergeDialog } from './merge-dialog';

const record = (id: string, name: string) => ({
  id,
  name,
  mobile: '+966551234567',
  email: null,
  orders_count: 1,
  total_spent: '10.00',
  city: null,
  contacts: [],
  tags: [],
  groups: [],
  consents: [],
  block: null,
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
});
const survivor = record('cus_kept', 'Huda');
const merged = record('cus_gone', 'Hoda');
const plan = {
  kept: survivor,
  gone: merged,
  becomes: survivor,
  moves: { orders: 1, addresses: 0, notes: 0, carts: 0 },
};

it('CU-01: a merge that is done is not previewed again, though one record is gone', async () => {
  let isMerged = false;
  serve(({ method }) => {
    if (method === 'POST') isMerged = true;
    else if (isMerged) return [404, { message: 'Not found' }];
    return [200, { data: method === 'POST' ? survivor : plan }];
  });
  // The page around it has not closed it yet.
  const { user, client } = await openPage(<MergeDialog survivor="cus_kept" merged="cus_gone" onClose={() => {}} />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Merge' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  await waitFor(() => expect(toasts()).toHaveLength(1));
  // The stream of changes was interrupted: everything is asked for again.
  await client.invalidateQueries();
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
});
