import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { SamplesNotice } from './samples-notice';

const counts = (samples: number) => ({
  all: 300,
  published: 299,
  unpublished: 1,
  samples,
  more_than: [],
});
let left = 1;

describe('the notice about samples', () => {
  beforeEach(() => {
    left = 1;
    serve(({ method, url }) => {
      if (url.includes('/products/state-counts')) return [200, { data: counts(left) }];
      if (method === 'DELETE') left = 0;
      return [200, { data: { results: [], batch: null } }];
    });
  });

  it('f12_stands_while_the_store_has_a_sample_on_whatever_page_of_the_list', async () => {
    const { user } = await openPage(<SamplesNotice />);
    const button = await screen.findByRole('button');
    await user.click(button);
    await waitFor(() =>
      expect(sent.some(({ url, method }) => method === 'DELETE' && url.includes('samples'))).toBe(true),
    );
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  });

  it('f12_is_gone_without_one', async () => {
    left = 0;
    await openPage(<SamplesNotice />);
    await waitFor(() => expect(sent.some(({ url }) => url.includes('state-counts'))).toBe(true));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
