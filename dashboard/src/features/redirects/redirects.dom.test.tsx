import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs, toasts } from '@/test/dom';
import { MissedListPage } from './missed-list-page';
import { savedMessage } from './redirect-values';
import { readFile } from './read-file';
import { RedirectsListPage } from './redirects-list-page';
import { redirectSearch } from './redirects.search';

const meta = {
  current_page: 1,
  from: 1,
  last_page: 1,
  per_page: 20,
  to: 2,
  total: 2,
  is_total_capped: false,
  next_cursor: null,
};
const page = (data: object[]) => ({ data, links: { first: null, last: null, next: null, prev: null }, meta });
const redirect = (id: string, address: string, more: object = {}) => ({
  id,
  address,
  target: '/collections',
  is_permanent: true,
  hits: 3,
  last_hit_at: '2026-11-01T10:00:00Z',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  version: 1,
  is_waiting: false,
  ...more,
});
const missed = (id: string, address: string, more: object = {}) => ({
  id,
  address,
  hits: 5,
  referrer: 'www.google.com',
  first_seen_at: '2026-11-01T10:00:00Z',
  last_seen_at: '2026-11-02T10:00:00Z',
  is_ignored: false,
  ...more,
});
let stored: object[] = [];

beforeEach(() => {
  const both = [
    redirect('rdr_1', '/old'),
    redirect('rdr_2', '/قديم', { is_permanent: false, hits: 0, last_hit_at: null }),
  ];
  stored = both;
  serve(({ method, url }) => {
    if (url.endsWith('/deleteMany')) {
      stored = [];
      return [200, { data: { results: both.map(({ id }) => ({ id, is_ok: true })) } }];
    }
    if (url.endsWith('/restoreMany')) {
      stored = both.slice(0, 1);
      const refusal = { id: 'rdr_2', is_ok: false, code: 'invalid', message: 'There is one already.' };
      return [200, { data: { results: [{ id: 'rdr_1', is_ok: true }, refusal] } }];
    }
    if (method === 'DELETE') {
      stored = stored.slice(1);
      return [200, { data: { id: 'rdr_1' } }];
    }
    if (url.endsWith('/restore')) {
      stored = both;
      return [200, { data: both[0] }];
    }
    if (method === 'PUT') return [200, { data: missed('mis_1', '/lost', { is_ignored: true }) }];
    if (url.startsWith('/missed-addresses'))
      return [200, page([missed('mis_1', '/lost'), missed('mis_2', '/gone', { referrer: '' })])];
    return [200, page(stored)];
  });
});

const at = '/settings/store/redirects';
const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);

describe('redirects', () => {
  it('ST-08: shows where each old link leads, and how often it was used', async () => {
    await openPage(<RedirectsListPage />, { at, path: at });
    const row = (await screen.findByText('/قديم')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Temporary')).toBeTruthy();
    expect(within(row).getByText('0 visits')).toBeTruthy();
    expect(within(row).queryByText(/no visits/i)).toBeNull();
    expect(within(row).getAllByRole('link')[0]?.getAttribute('href')).toBe(`${at}/rdr_2`);
    expect(within(screen.getByText('/old').closest('tr') as HTMLElement).getByText('3 visits')).toBeTruthy();
  });

  it('ST-08: a redirect is deleted without a question, and comes back with undo', async () => {
    const { user } = await openPage(<RedirectsListPage />, { at, path: at });
    await user.click(await screen.findByRole('button', { name: 'Actions for /old' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for /old' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Actions for /old' });
    expect(changes()).toEqual(['DELETE /redirects/rdr_1', 'POST /redirects/rdr_1/restore']);
  });

  it('ST-08: those deleted together come back with undo, and one whose link is taken is named', async () => {
    const { user } = await openPage(<RedirectsListPage />, { at, path: at });
    await user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('2 redirects deleted');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 redirect restored');
    await waitFor(() =>
      expect(toasts().map((each) => each.textContent)).toContainEqual(
        expect.stringMatching(/1 redirect couldn't be restored.*قديم.*There is one already\./s),
      ),
    );
    await screen.findByRole('button', { name: 'Actions for /old' });
    expect(sent.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url, body])).toEqual([
      ['/redirects/deleteMany', { items: ['rdr_1', 'rdr_2'] }],
      ['/redirects/restoreMany', { items: ['rdr_1', 'rdr_2'] }],
    ]);
  });

  it('ST-08: who may not bring them back is asked before', async () => {
    signInAs([
      { action: 'read', subject: 'Page' },
      { action: 'delete', subject: 'Page' },
    ]);
    const { user } = await openPage(<RedirectsListPage />, { at, path: at });
    await user.click(await screen.findByRole('checkbox', { name: /^Select all/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete 2 redirects?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 redirects deleted');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it.each([
    ['en', 'Not working yet', 'The page still exists'],
    ['ar', 'لا يعمل بعد', 'الصفحة ما زالت موجودة'],
  ] as const)('ST-08: %s: says which wait for a page to go', async (language, mark, reason) => {
    stored = [redirect('rdr_1', '/products/shirt', { is_waiting: true }), redirect('rdr_2', '/old')];
    await openPage(<RedirectsListPage />, { at, path: at, language });
    const row = (await screen.findByText('/products/shirt')).closest('tr') as HTMLElement;
    expect(within(row).getByText(mark) && within(row).getByText(reason)).toBeTruthy();
    expect(within(screen.getByText('/old').closest('tr') as HTMLElement).queryByText(mark)).toBeNull();
  });

  it('ST-08: says what to do when there is none, and offers nothing to who only reads', async () => {
    stored = [];
    const { unmount } = await openPage(<RedirectsListPage />, { at, path: at, language: 'ar' });
    expect(await screen.findByText('لا توجد تحويلات بعد')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'إضافة تحويل' }).getAttribute('href')).toBe(`${at}/new`);
    unmount();
    signInAs([{ action: 'read', subject: 'Page' }]);
    await openPage(<RedirectsListPage />, { at, path: at });
    await screen.findByText('No redirects yet');
    expect(screen.queryByRole('link', { name: 'Add redirect' })).toBeNull();
  });
});

describe('missed links', () => {
  it('ST-08: each leads to a redirect that begins with it, or is ignored', async () => {
    const { user } = await openPage(<MissedListPage />, { at: `${at}/missed`, path: `${at}/missed` });
    const row = (await screen.findByText('/lost')).closest('tr') as HTMLElement;
    expect(within(row).getByText('www.google.com')).toBeTruthy();
    const link = within(row).getByRole('link', { name: 'Create a redirect for /lost' });
    expect(link.getAttribute('href')).toBe(`${at}/new?address=%2Flost`);
    expect(within(screen.getByText('/gone').closest('tr') as HTMLElement).getByText('Unknown')).toBeTruthy();
    await user.click(within(row).getByRole('button', { name: 'Ignore: /lost' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()).toEqual(['PUT /missed-addresses/mis_1', 'PUT /missed-addresses/mis_1']));
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { is_ignored: true },
      { is_ignored: false },
    ]);
  });
});

describe('what is read and told', () => {
  it('ST-08: files of Arabic spreadsheets are read, others are refused', async () => {
    expect(await readFile(new Blob([new TextEncoder().encode('\uFEFFقديم,/x')]))).toBe('قديم,/x');
    expect(await readFile(new Blob([new Uint8Array([0xde, 0xcf, 0xed, 0xe3, 0x2c, 0x2f, 0x78])]))).toBe('قديم,/x');
    expect(await readFile(new Blob([new Uint8Array([0x50, 0x4b, 0, 3])]))).toBeNull();
  });

  it('ST-08: a redirect that leads elsewhere than written, or waits, is told', () => {
    const said = (target: string, saved: string, isWaiting = false) =>
      savedMessage({ target: saved, is_waiting: isWaiting }, { target })[0];
    expect(said('/a', '/a')).toBe('form.saved');
    expect(said('/a/', '/a')).toBe('form.saved');
    expect(said('/a', '/b')).toBe('form.savedOn');
    expect(said('https://own.example/a', '/a')).toBe('form.saved');
    expect(said('/a', '/a', true)).toBe('form.savedWaiting');
    expect(redirectSearch({ address: '/x', other: 1 })).toEqual({ address: '/x' });
    expect(redirectSearch({ address: 1 })).toEqual({});
  });
});
