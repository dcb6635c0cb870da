import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { onPhone, openPage, sent, serve, toasts, type Sent } from '@/test/dom';
import { resource } from '../api/resource';
import { ListFilter } from './filters';
import { FoldedFilters } from './folded-filters';
import { ListPage } from './list-page';
import type { ListSpec } from './list-search';
import { useList } from './use-list';

interface Row {
  id: string;
  code: string;
}
const spec: ListSpec = { sort: '-code', sortable: ['code'], filters: ['kind', 'status'] };
const coupons = resource('coupons');
const kinds = [
  { value: 'fixed', label: 'Flat rate' },
  { value: 'ratio', label: 'Percent' },
];

function Coupons() {
  const list = useList(spec);
  return (
    <ListPage<Row>
      title="Coupons"
      list={list}
      query={coupons.indexQuery(list.params)}
      columns={[{ key: 'code', header: 'Code', sort: 'code', cell: (row) => row.code }]}
      rowName={(row) => row.code}
      rowLink={(row) => ({ to: `/coupons/${row.id}` as '/' })}
      tabs={{
        filter: 'status',
        items: [
          { value: '', label: 'All' },
          { value: 'on', label: 'Active', count: 3 },
        ],
      }}
      searchPlaceholder="Search coupons"
      filters={
        <FoldedFilters list={list} names={['kind']}>
          <ListFilter list={list} name="kind" label="Kind" options={kinds} many />
        </FoldedFilters>
      }
      bulk={[{ key: 'delete', label: 'Delete', run: (ids) => coupons.removeMany(ids), runAll: null }]}
      empty={{ title: 'No coupons yet' }}
    />
  );
}

/** A server with so many rows, which counts up to a thousand (or exactly) and numbers pages up to row 1000. */
const rowsServer =
  (many: number, isCounted = false) =>
  ({ method, url, body }: Sent): [number, unknown] => {
    if (method === 'DELETE') {
      const { items } = body as { items: string[] };
      const results = items.map((id) =>
        id === 'c2' ? { id, is_ok: false, message: 'It is in use' } : { id, is_ok: true },
      );
      return [200, { data: { results } }];
    }
    const params = new URL(url, 'http://x').searchParams;
    const per = Number(params.get('per_page'));
    const page = Number(params.get('page'));
    const cursor = params.get('cursor');
    const start = cursor === null ? (page - 1) * per : Number(cursor);
    if (cursor === null && start > 1000) return [422, { message: 'too deep', errors: { page: ['too deep'] } }];
    const data = Array.from({ length: Math.max(0, Math.min(per, many - start)) }, (_, index) => ({
      id: `c${start + index + 1}`,
      code: `CODE${start + index + 1}`,
    }));
    const total = isCounted ? many : Math.min(many, 1000);
    const end = start + data.length;
    return [
      200,
      {
        data,
        links: { first: null, last: null, prev: null, next: null },
        meta: {
          current_page: page,
          per_page: per,
          last_page: Math.max(1, Math.ceil(total / per)),
          from: data.length ? start + 1 : null,
          to: data.length ? end : null,
          total,
          is_total_capped: total < many,
          next_cursor: end < many ? String(end) : null,
        },
      },
    ];
  };

const last = () => sent.at(-1)?.url ?? '';
const next = () => screen.getByRole('button', { name: 'Next' });
const previous = () => screen.getByRole('button', { name: 'Previous' });

const done: string[] = [];

/** One action that supports all matches, and one for selected rows only. */
function Whole() {
  const list = useList(spec);
  return (
    <ListPage<Row>
      title="Coupons"
      list={list}
      query={coupons.indexQuery(list.params)}
      columns={[{ key: 'code', header: 'Code', sort: 'code', cell: (row) => row.code }]}
      searchPlaceholder="Search coupons"
      bulk={[
        {
          key: 'tag',
          label: 'Tag',
          run: async (ids) => ids.map((id) => ({ id, is_ok: true })),
          runAll: async () => {
            done.push(JSON.stringify(list.params));
            return true;
          },
        },
        { key: 'delete', label: 'Delete', run: (ids) => coupons.removeMany(ids), runAll: null },
      ]}
      empty={{ title: 'No coupons yet' }}
    />
  );
}

describe('all that match', () => {
  it('CU-01: is offered once the whole page is chosen, for the acts that can do it, and let go of with any row', async () => {
    serve(rowsServer(60, true));
    const { user } = await openPage(<Whole />, { at: '/?kind=fixed' });
    await screen.findByText('CODE1');
    const every = screen.getByRole('checkbox', { name: 'Select all on this page' });
    await user.click(every);
    const offer = () => screen.queryByRole('button', { name: 'Select all 60 results' });
    await user.click(await screen.findByRole('button', { name: 'Select all 60 results' }));
    await screen.findByText('All 60 results selected');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    // With one row deselected, not all matches are selected.
    await user.click(screen.getAllByRole('checkbox', { name: 'Select row' })[0] as HTMLElement);
    await screen.findByText('19 selected');
    expect(offer()).toBeNull();
    await user.click(screen.getAllByRole('checkbox', { name: 'Select row' })[0] as HTMLElement);
    expect(screen.queryByText('All 60 results selected')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select all 60 results' }));
    await user.click(screen.getByRole('button', { name: 'Tag' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull());
    expect(done).toEqual([expect.stringContaining('"filter[kind]":"fixed"')]);
  });

  it('CU-01: is not offered where the page is everything', async () => {
    serve(rowsServer(5, true));
    const { user } = await openPage(<Whole />, { at: '/' });
    await screen.findByText('CODE1');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await screen.findByText('5 selected');
    expect(screen.queryByRole('button', { name: /Select all results/ })).toBeNull();
  });
});

describe('a list', () => {
  it('VA: the query of the address is requested, and changes are written to the address', async () => {
    serve(rowsServer(60));
    const { user, address } = await openPage(<Coupons />, { at: '/?page=2&sort=code&kind=fixed&bogus=1' });
    await screen.findByText('CODE21');
    expect(last()).toBe('/coupons?per_page=20&sort=code&page=2&filter[kind]=fixed');
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await screen.findByText('CODE41');
    expect(address()).toContain('page=3');
    expect(screen.getByText('41–60 of 60')).toBeTruthy();
    // Any change but paging returns to the first page.
    await user.click(screen.getByRole('button', { name: 'Active 3' }));
    await waitFor(() => expect(address()).toContain('status=on'));
    expect(address()).not.toContain('page=');
    await user.click(screen.getByRole('button', { name: /^Code/ }));
    // The third press of a column's head, from rising: the list's own sort, which no address needs to name.
    await waitFor(() => expect(address()).not.toContain('sort='));
    await user.click(screen.getByRole('button', { name: /^Code/ }));
    await waitFor(() => expect(address()).toContain('sort=code'));
    await user.type(screen.getByRole('searchbox', { name: 'Search coupons' }), 'sun ');
    await waitFor(() => expect(address()).toContain('search=sun'));
    expect(last()).toContain('search=sun');
  });

  it('the search box keeps what is typed while the address changes, and clearing it is final', async () => {
    serve(rowsServer(60));
    const { user, address } = await openPage(<Coupons />);
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search coupons' });
    await user.type(box, 'sum');
    await waitFor(() => expect(address()).toContain('search=sum'));
    await user.type(box, 'mer');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address()).not.toContain('search='));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(box.value).toBe('');
    expect(address()).not.toContain('search=');
  });

  it('a filter is a menu whose choices are announced as chosen', async () => {
    serve(rowsServer(3));
    const { user, address } = await openPage(<Coupons />);
    await user.click(screen.getByRole('button', { name: 'Kind' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Flat rate' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Percent' }));
    await waitFor(() => expect(new URLSearchParams(address().slice(2)).get('kind')).toBe('fixed,ratio'));
    expect(screen.getByRole('menuitemcheckbox', { name: 'Flat rate' }).getAttribute('aria-checked')).toBe('true');
  });

  it('on a phone keeps filters and order behind one button, which says how many are on', async () => {
    serve(rowsServer(3));
    onPhone();
    const { user, address } = await openPage(<Coupons />);
    await screen.findByText('CODE1');
    expect(screen.queryByRole('button', { name: 'Kind' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
    const drawer = await screen.findByRole('dialog', { name: 'Filter and sort' });
    await user.click(within(drawer).getByRole('button', { name: 'Kind' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Flat rate' }));
    await waitFor(() => expect(address()).toContain('kind=fixed'));
    await user.click(within(drawer).getByRole('button', { name: 'Show results' }));
    expect(await screen.findByRole('button', { name: 'Filter and sort, 1 active' })).toBeTruthy();
    expect(last()).toContain('filter[kind]=fixed');
  });

  it('selects rows, reports each of them, and keeps what failed selected', async () => {
    serve(rowsServer(3));
    const { user } = await openPage(<Coupons />);
    await screen.findByText('CODE1');
    expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    const bar = await screen.findByRole('region', { name: 'Bulk actions' });
    await user.click(within(bar).getByRole('button', { name: 'Delete' }));
    expect((await within(bar).findByRole('alert')).textContent).toContain('CODE2: It is in use');
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', body: { items: ['c1', 'c2', 'c3'] } });
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select row' });
    expect(boxes.map((box) => box.checked)).toEqual([false, true, false]);
  });

  it('is walked with the keyboard: j and k move, x selects, Enter opens, / searches', async () => {
    serve(rowsServer(3));
    const { user, history } = await openPage(<Coupons />);
    await screen.findByText('CODE1');
    const link = (name: string) => screen.getByRole('link', { name });
    await user.keyboard('j');
    expect(document.activeElement).toBe(link('CODE1'));
    await user.keyboard('jk{ArrowDown}');
    expect(document.activeElement).toBe(link('CODE2'));
    await user.keyboard('x');
    expect(screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select row' })[1]?.checked).toBe(true);
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('j');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    link('CODE3').focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Elsewhere' });
    // After Back the focus is on the row that was opened.
    act(() => history.back());
    await waitFor(() => expect(document.activeElement).toBe(link('CODE3')));
  });

  it('does not take the focus of a reader who arrives another way', async () => {
    serve(rowsServer(3));
    const { user, history } = await openPage(<Coupons />);
    await user.click(await screen.findByRole('link', { name: 'CODE2' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    act(() => history.back());
    await screen.findByText('CODE2');
    expect(document.activeElement).toBe(button);
    button.remove();
  });

  it('GU-12: distinguishes an empty list, no matches and a failed request', async () => {
    serve(rowsServer(0));
    const first = await openPage(<Coupons />);
    await screen.findByText('No coupons yet');
    first.unmount();
    const second = await openPage(<Coupons />, { at: '/?kind=fixed' });
    await screen.findByText('No results');
    await second.user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await screen.findByText('No coupons yet');
    second.unmount();
    serve(() => [500, { message: 'broken' }]);
    await openPage(<Coupons />);
    await screen.findByText('Error fetching list!');
    expect(toasts()).toHaveLength(1);
  });

  it('f12: filters that the server refuses can be cleared', async () => {
    const rows = rowsServer(3);
    serve((sent) => (sent.url.includes('kind') ? [422, { message: 'Invalid', errors: {} }] : rows(sent)));
    const { user, address } = await openPage(<Coupons />, { at: '/?kind=nonsense' });
    await screen.findByText('Error fetching list!');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    await screen.findByText('CODE1');
    expect(address()).not.toContain('kind');
  });

  it('f12: a page deeper than numbers reach is the first one', async () => {
    serve(rowsServer(45));
    await openPage(<Coupons />, { at: '/?page=99' });
    await screen.findByText('CODE1');
  });

  it('a page past the end leads to the last one', async () => {
    serve(rowsServer(45));
    const { address } = await openPage(<Coupons />, { at: '/?page=9' });
    await screen.findByText('CODE41');
    expect(address()).toContain('page=3');
  });
});

describe('a list longer than is counted', () => {
  it('GC-01: goes on by cursor with the keyboard, says so, and comes back the same way', async () => {
    serve(rowsServer(1075));
    const { user, address, history } = await openPage(<Coupons />, { at: '/?page=50' });
    await screen.findByText('CODE981');
    expect(screen.getByText('981–1,000 of more than 1,000')).toBeTruthy();
    next().focus();
    await user.keyboard('{Enter}');
    await screen.findByText('CODE1001');
    expect(address()).toBe('/?page=51&cursor=1000');
    expect(screen.getByText('1,001–1,020 of more than 1,000')).toBeTruthy();
    expect(screen.getByText('Page 51').getAttribute('aria-current')).toBe('page');
    // The focus stays although the page numbers are gone.
    expect(document.activeElement).toBe(next());
    await user.keyboard('{Enter}');
    await screen.findByText('CODE1021');
    await user.keyboard('{Enter}');
    await screen.findByText('CODE1041');
    await user.keyboard('{Enter}');
    await screen.findByText('CODE1061');
    expect(address()).toBe('/?page=54&cursor=1060');
    expect(next().getAttribute('aria-disabled')).toBe('true');
    const requestCount = sent.length;
    await user.keyboard('{Enter}');
    expect(sent).toHaveLength(requestCount);

    for (const [first, at] of [
      ['CODE1041', '/?page=53&cursor=1040'],
      ['CODE1021', '/?page=52&cursor=1020'],
      ['CODE1001', '/?page=51&cursor=1000'],
      ['CODE981', '/?page=50'],
    ] as const) {
      await user.click(previous());
      await screen.findByText(first);
      expect(address()).toBe(at);
    }
    history.back();
    await screen.findByText('CODE1001');
  });

  it('is numbered no deeper than numbers reach, although its rows are counted', async () => {
    serve(rowsServer(1300, true));
    const { user, address } = await openPage(<Coupons />, { at: '/?page=51' });
    await screen.findByText('CODE1001');
    expect(screen.queryByRole('button', { name: 'Page 52' })).toBeNull();
    await user.click(next());
    await screen.findByText('CODE1021');
    expect(address()).toBe('/?page=52&cursor=1020');
    expect(screen.getByText('1,021–1,040 of 1,300')).toBeTruthy();
    await user.click(previous());
    await screen.findByText('CODE1001');
    expect(address()).toBe('/?page=51');
  });

  it('an address in the middle is a page of its own: back to the numbers, or to the first page', async () => {
    serve(rowsServer(1200));
    const { user, address } = await openPage(<Coupons />, { at: '/?page=51&cursor=1000' });
    await screen.findByText('CODE1001');
    await user.click(previous());
    await screen.findByText('CODE981');
    expect(address()).toBe('/?page=50');
  });

  it('where nothing is known of the pages before, only the first page is offered', async () => {
    serve(rowsServer(1200));
    const { user, address } = await openPage(<Coupons />, { at: '/?page=55&cursor=1080' });
    await screen.findByText('CODE1081');
    expect(previous().getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    await screen.findByText('CODE1');
    expect(address()).toBe('/');
  });

  it('a filter starts again at the first page', async () => {
    serve(rowsServer(1200));
    const { user, address } = await openPage(<Coupons />, { at: '/?page=51&cursor=1000' });
    await screen.findByText('CODE1001');
    await user.click(screen.getByRole('button', { name: 'Active 3' }));
    await waitFor(() => expect(address()).toBe('/?status=on'));
  });
});

describe('what the filters and the open tab leave', () => {
  it('f12_5: a selection does not outlive another tab or search', async () => {
    serve(rowsServer(3));
    const { user } = await openPage(<Coupons />);
    await screen.findByText('CODE1');
    const [, first] = screen.getAllByRole('checkbox');
    if (!first) throw new Error('no row');
    await user.click(first);
    await screen.findByText('1 selected');
    await user.type(screen.getByRole('searchbox', { name: 'Search coupons' }), 'x');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });

  it('GU-07: an open tab is no filter; clearing the filters stays in it', async () => {
    serve(rowsServer(0));
    const { user, address } = await openPage(<Coupons />, { at: '/?status=on' });
    await screen.findByText('Nothing here right now');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search coupons' }), 'x');
    await screen.findByText('No results');
    // One button, not another above the list.
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/?status=on'));
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(address()).toBe('/'));
  });
});
