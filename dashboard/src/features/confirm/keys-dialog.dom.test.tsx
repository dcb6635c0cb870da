import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setJumps } from '@/shared/ui/page-shortcuts';
import { openPage } from '@/test/dom';
import { KeysDialog } from './keys-dialog';

describe('the shortcuts of the call queue', () => {
  it('GU-09: lists its own keys and those of every page, none of a list', async () => {
    setJumps(() => [{ letter: 'o', page: 'Orders' }]);
    await openPage(<KeysDialog onClose={() => {}} />);
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const lines = within(sheet)
      .getAllByRole('term')
      .map((line) => `${line.textContent}: ${line.nextElementSibling?.textContent}`);
    expect(lines).toContain('Confirm order: 1');
    expect(lines).toContain('Skip: 6N');
    expect(lines).toContain('Search and commands: CtrlK');
    expect(lines.join()).toMatch(/Go to .Orders.: GO/);
    expect(lines.join()).not.toMatch(/Next row|Clear selection/);
  });
});
