import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { MentionsLink } from './mentions-link';

let counters = { mentions: 0, more_than: [] as string[] };
vi.mock('../sync', () => ({ useSync: () => ({ counters }) }));

describe('the link to where one is named', () => {
  it('or_07 says a hundred where there are a hundred', async () => {
    counters = { mentions: 100, more_than: [] };
    await openPage(<MentionsLink />);
    await screen.findByRole('link', { name: 'Mentions: 100 new' });
  });

  it('or_07 says that there are more where the server counted no further', async () => {
    counters = { mentions: 100, more_than: ['mentions'] };
    await openPage(<MentionsLink />);
    await screen.findByRole('link', { name: 'Mentions: more than 100 new' });
    expect(screen.getByText('99+')).toBeTruthy();
  });
});
