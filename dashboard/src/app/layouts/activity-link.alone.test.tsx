import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, signInAs } from '@/test/dom';
import { ActivityLink } from './activity-link';

let counters = { mentions: 0, jobs: 0, more_than: [] as string[] };
vi.mock('../sync', () => ({
  useCounter: (name: 'mentions' | 'jobs') => ({ count: counters[name], isMore: counters.more_than.includes(name) }),
}));

describe('the bell', () => {
  it('or_07 says a hundred where there are a hundred', async () => {
    counters = { mentions: 100, jobs: 0, more_than: [] };
    await openPage(<ActivityLink />);
    await screen.findByRole('link', { name: 'Activity: 100 new' });
  });

  it('or_07 says that there are more where the server counted no further', async () => {
    counters = { mentions: 100, jobs: 0, more_than: ['mentions'] };
    await openPage(<ActivityLink />);
    await screen.findByRole('link', { name: 'Activity: more than 100 new' });
    expect(screen.getByText('99+')).toBeTruthy();
  });

  it('SH-05: is marked on every page of the activity, which no line of the menu is', async () => {
    counters = { mentions: 0, jobs: 0, more_than: [] };
    for (const at of ['/mentions', '/products/batches', '/orders/batches/7']) {
      const page = await openPage(<ActivityLink />, { at, path: at });
      expect((await screen.findByRole('link', { name: 'Activity' })).getAttribute('aria-current')).toBe('page');
      page.unmount();
    }
    await openPage(<ActivityLink />, { at: '/orders/list', path: '/orders/list' });
    expect((await screen.findByRole('link', { name: 'Activity' })).getAttribute('aria-current')).toBe(null);
  });

  it('leads to the failed jobs where only they wait, and to what a user may open', async () => {
    counters = { mentions: 0, jobs: 2, more_than: [] };
    const page = await openPage(<ActivityLink />);
    const bell = await screen.findByRole('link', { name: 'Activity: 2 new' });
    expect(bell.getAttribute('href')).toBe('/failed-work');
    page.unmount();
    counters = { mentions: 0, jobs: 0, more_than: [] };
    signInAs([{ action: 'read', subject: 'Customer' }]);
    await openPage(<ActivityLink />);
    expect((await screen.findByRole('link', { name: 'Activity' })).getAttribute('href')).toBe('/customers/batches');
  });
});
