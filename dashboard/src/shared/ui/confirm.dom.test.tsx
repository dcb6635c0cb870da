import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { confirm } from './confirm';

describe('a question', () => {
  // Normally loaded with the first question; preloaded here.
  beforeAll(() => import('./confirm-dialog'));

  it('about something dangerous keeps what is there when Enter is pressed', async () => {
    const { user } = await openPage(<p>A page</p>);
    const answer = confirm({ title: 'Leave?', confirm: 'Leave', cancel: 'Keep editing', danger: true });
    const keep = await screen.findByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    await user.keyboard('{Enter}');
    expect(await answer).toBe(false);
  });

  it('about anything else is answered by Enter', async () => {
    const { user } = await openPage(<p>A page</p>);
    const answer = confirm({ title: 'Mark as paid?', confirm: 'Mark as paid' });
    const yes = await screen.findByRole('button', { name: 'Mark as paid' });
    await waitFor(() => expect(document.activeElement).toBe(yes));
    await user.keyboard('{Enter}');
    expect(await answer).toBe(true);
  });
});
