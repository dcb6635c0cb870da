import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { UndoDialog } from './undo-dialog';

describe('PR-01: the question before a batch is taken back', () => {
  it.each([
    ['undo', 'Undo this edit?', '3 products will be restored.', 'Undo'],
    ['redo', 'Redo this edit?', '3 products will be edited again.', 'Redo'],
  ] as const)('%s says what happens', async (direction, title, text, verb) => {
    serve(() => [200, { data: { returns: 3, keeps: 0, kept: [], is_capped: false } }]);
    await openPage(<UndoDialog id="bat_1" direction={direction} onClose={() => {}} onUndo={async () => {}} />);
    await screen.findByRole('dialog', { name: title });
    await screen.findByText(text);
    expect(screen.getByRole('button', { name: verb })).toBeTruthy();
  });
});
