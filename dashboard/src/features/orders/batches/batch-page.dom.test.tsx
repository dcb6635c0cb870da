import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { BatchActions } from './batch-page';
import type { OrderBatch } from './batches.api';
import { part } from '@/test/part';

const turns = ['act', 'undo', 'redo', 'undo'] as const;
const batch = (id: string, undo_of: string | null = null) =>
  part<OrderBatch>({
    id,
    kind: undo_of ? 'undo' : 'tags',
    status: 'done',
    undoable_count: 25,
    can_undo: true,
    turn: turns[Number(id.at(-1)) - 1],
    undo_of,
  });
const all = [batch('obt_1'), batch('obt_2', 'obt_1'), batch('obt_3', 'obt_2'), batch('obt_4', 'obt_3')];

describe('OR-01: the way back of an act over many orders', () => {
  it.each([
    ['obt_1', 'Undo', 'Undo this action?', '25 orders will be restored, except those changed since.'],
    ['obt_2', 'Redo', 'Redo this action?', 'Applies again to 25 orders, except those changed since.'],
    ['obt_4', 'Redo', 'Redo this action?', 'Applies again to 25 orders, except those changed since.'],
    ['obt_3', 'Undo', 'Undo this action?', '25 orders will be restored, except those changed since.'],
  ])('%s asks with what it does', async (id, verb, title, text) => {
    serve(() => [404, { message: 'Nothing is asked' }]);
    const { user } = await openPage(<BatchActions batch={all.find((each) => each.id === id) as OrderBatch} />);
    await user.click(await screen.findByRole('button', { name: verb }));
    await screen.findByRole('dialog', { name: title });
    expect(screen.getByText(text)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });
});
