import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { ActivityShell } from './activity-shell';

describe('the activity', () => {
  it('has one title, which stays while its tabs below are changed', async () => {
    await openPage(<ActivityShell />, { at: '/mentions', path: '/mentions' });
    const title = await screen.findByRole('heading', { level: 1, name: 'Activity' });
    const tabs = screen.getByRole('navigation', { name: 'Activity' });
    expect(title.compareDocumentPosition(tabs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const open = within(tabs)
      .getAllByRole('link')
      .filter((tab) => tab.getAttribute('aria-current'));
    expect(open.map((tab) => tab.textContent)).toEqual(['Mentions']);
    expect(tabs.querySelector('svg')).toBe(null);
  });
});
