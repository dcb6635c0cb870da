import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { BulkEditDialog } from './bulk-edit-dialog';

const preview = { changes: 3, unchanged: 0, refused: 0, total: 3, is_capped: false, rows: [] };
const batch = { id: 'bat_1', status: 'running', total: 3, done: 1, changed_count: 1, failed_count: 0, kept_count: 0 };

describe('PR-01: an edit of everything that matches', () => {
  it('says that it could not be followed, and follows it again', async () => {
    let isDown = true;
    serve(({ url }) => {
      if (url.startsWith('/products/bulk/preview')) return [200, { data: preview }];
      if (url.startsWith('/products/bulk')) return [200, { data: { results: [], batch } }];
      if (url === '/batches/bat_1') return isDown ? [500, { message: 'no' }] : [200, { data: batch }];
      return [200, { data: [] }];
    });
    const { user } = await openPage(<BulkEditDialog chosen={[]} filter={{}} onClose={() => {}} />);
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    await user.click(await screen.findByRole('button', { name: 'Apply to 3 products' }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    await screen.findByRole('button', { name: 'Stop' });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows at once what an act of the bar would do to all that match', async () => {
    const requests: unknown[] = [];
    serve(({ url, body }) => {
      if (url.startsWith('/products/bulk/preview')) {
        requests.push(body);
        return [200, { data: preview }];
      }
      return [200, { data: [] }];
    });
    await openPage(<BulkEditDialog chosen={[]} filter={{ search: 'oud' }} kind="archive" onClose={() => {}} />);
    await screen.findByRole('button', { name: 'Apply to 3 products' });
    expect(requests).toEqual([{ action: { kind: 'archive' } }]);
  });

  it('f12_5: says how many of what is published have nothing left', async () => {
    const urls: string[] = [];
    serve(({ url }) => {
      urls.push(url);
      if (url.startsWith('/products/bulk/preview')) return [200, { data: preview }];
      return [200, { data: [], meta: { total: 2 } }];
    });
    const filter = { search: 'oud', page: 3, 'filter[state]': 'unpublished' };
    const { unmount } = await openPage(
      <BulkEditDialog chosen={[]} filter={filter} kind="publish" onClose={() => {}} />,
    );
    await screen.findByText('2 products are out of stock and will show as sold out.');
    expect(urls).toContain('/products?search=oud&filter[state]=unpublished&filter[stock]=out&per_page=1');
    unmount();
    // No question for products that certainly have stock.
    urls.length = 0;
    await openPage(<BulkEditDialog chosen={[]} filter={{ 'filter[stock]': 'in' }} kind="publish" onClose={() => {}} />);
    await screen.findByRole('button', { name: 'Apply to 3 products' });
    expect(screen.queryByText(/out of stock/)).toBeNull();
    expect(urls).toHaveLength(1);
  });
});
