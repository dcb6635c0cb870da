import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { ContentPagesListPage } from './content-pages-list-page';

const page = (id: string, ar: string, en: string, more: object = {}) => ({
  id,
  title: { ar, en },
  slugs: { ar, en },
  urls: { ar: `https://dar.example/pages/${ar}`, en: `https://dar.example/en/pages/${en}` },
  status: 'published',
  publish_at: null,
  policy: null,
  updated_at: '2026-11-01T10:00:00Z',
  version: 1,
  ...more,
});
const three = [
  page('pag_1', 'تعريف', 'About'),
  page('pag_2', 'أسئلة', 'FAQ', { status: 'scheduled', publish_at: '2099-01-01T06:00:00Z' }),
  page('pag_3', 'الشحن', 'Delivery', { policy: 'shipping' }),
];
let stored = three;

beforeEach(() => {
  stored = three;
  serve(({ method, url }) => {
    if (method === 'DELETE') {
      stored = stored.filter(({ id }) => !url.endsWith(id));
      return [200, { data: { id: 'pag_1' } }];
    }
    if (url.endsWith('/restore')) {
      stored = three;
      return [200, { data: three[0] }];
    }
    return [200, { data: stored }];
  });
});

const open = (language: 'ar' | 'en' = 'en', at = '/settings/store/pages') =>
  openPage(<ContentPagesListPage />, { at, path: '/settings/store/pages', language });
const titles = () =>
  [...document.querySelectorAll('tbody tr')].map(
    (row) => within(row as HTMLElement).getAllByRole('link')[0]?.textContent,
  );

describe('the list of pages', () => {
  it('ST-08: shows title in both languages, address, status with its time, and policy', async () => {
    await open();
    const row = (await screen.findByText('FAQ')).closest('tr') as HTMLElement;
    expect(within(row).getByText('أسئلة')).toBeTruthy();
    expect(within(row).getByText('/pages/FAQ')).toBeTruthy();
    expect(within(row).getByText('Scheduled')).toBeTruthy();
    // The store's time zone is three hours ahead.
    expect(within(row).getByText(/1, 9:00/)).toBeTruthy();
    const delivery = screen.getByText('Delivery').closest('tr') as HTMLElement;
    expect(within(delivery).getByText('Shipping policy')).toBeTruthy();
    expect(within(delivery).getAllByRole('link')[0]?.getAttribute('href')).toBe('/settings/store/pages/pag_3');
  });

  it('ST-08: is searched and filtered without another call', async () => {
    const { user, address } = await open();
    await screen.findByText('FAQ');
    const calls = sent.length;
    await user.click(screen.getByRole('button', { name: /^Scheduled 1$/ }));
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(address()).toContain('status=scheduled');
    await user.click(screen.getByRole('button', { name: /^All 3$/ }));
    await user.type(screen.getByPlaceholderText('Search by title or URL'), 'deliv');
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(screen.getByText('Delivery')).toBeTruthy();
    expect(sent).toHaveLength(calls);
  });

  it('ST-08: names the policies that are missing, each with a way to its text', async () => {
    await open('ar');
    expect(await screen.findByText('سياسة الخصوصية غير موجودة')).toBeTruthy();
    expect(screen.queryByText('سياسة الشحن غير موجودة')).toBeNull();
    const link = screen.getByRole('link', { name: 'إنشاء من نص جاهز: سياسة الخصوصية' });
    expect(link.getAttribute('href')).toBe('/settings/store/pages/new?policy=privacy');
  });

  it('ST-08: a page is deleted without a question, and comes back with undo', async () => {
    const { user } = await open();
    await screen.findByText('About');
    await user.click(screen.getByRole('button', { name: 'Actions for About' }));
    expect((await screen.findByRole('menuitem', { name: 'View in store' })).getAttribute('href')).toBe(
      'https://dar.example/en/pages/About',
    );
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`)).toEqual([
      'DELETE /pages/pag_1',
      'POST /pages/pag_1/restore',
    ]);
  });

  it('ST-08: offers nothing to a member who only reads', async () => {
    signInAs([{ action: 'read', subject: 'Page' }]);
    const { user } = await open();
    await screen.findByText('FAQ');
    expect(screen.queryByRole('link', { name: 'Add page' })).toBeNull();
    expect(screen.queryByText('No privacy policy yet')).toBeNull();
    // A page that shoppers do not see has nothing to choose.
    expect(screen.queryByRole('button', { name: 'Actions for FAQ' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for About' }));
    await screen.findByRole('menuitem', { name: 'View in store' });
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  it('ST-08: says what to do when there is none, and when the call fails', async () => {
    stored = [];
    const { unmount } = await open();
    expect(await screen.findByText('No pages yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Add page' })).toHaveLength(2);
    unmount();
    serve(() => [500, { message: 'Broken' }]);
    await open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
