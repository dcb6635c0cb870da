import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import type { BatchView } from './batches.api';
import { toastBatch } from './undo-toast';
import { part } from '@/test/part';

const turns = ['act', 'undo', 'redo', 'undo'] as const;
const batch = (id: string, undoes: BatchView['undoes'] = null) =>
  part<BatchView>({
    id,
    kind: undoes ? 'undo' : 'bulk',
    undoes,
    turn: turns[Number(id.at(-1)) - 1],
    status: 'done',
    changed_count: 3,
    kept_count: 0,
    can_undo: true,
  });

describe('PR-01: the message with the way back', () => {
  it('says of an undo that products are as they were, and of a redo that they changed', async () => {
    serve(({ url }) => [
      200,
      {
        data:
          url === '/batches/bat_1/undo'
            ? batch('bat_2', 'bulk')
            : batch(url === '/batches/bat_2/undo' ? 'bat_3' : 'bat_4', 'undo'),
      },
    ]);
    const { user, client } = await openPage(<p>Products</p>);
    toastBatch(client, batch('bat_1'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('3 products restored');
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await screen.findByText('3 products changed');
    expect(sent.map(({ url }) => url)).toEqual(['/batches/bat_1/undo', '/batches/bat_2/undo']);
    await waitFor(() => expect(toasts().at(-1)?.textContent).toContain('Undo'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('3 products restored');
    await waitFor(() => expect(toasts().at(-1)?.textContent).toContain('Redo'));
  });
});
