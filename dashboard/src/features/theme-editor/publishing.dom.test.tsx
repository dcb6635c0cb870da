import { ThemeEditorPage } from './theme-editor-page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, toasts } from '@/test/dom';
import { shop, theme, lists, serveTheme, changes, frame, say, open, choose } from '@/test/theme-editor-fixture';

describe('TH-01: publishing', () => {
  it('has nothing to do without changes', async () => {
    serveTheme();
    await open();
    expect(screen.getByText('Published')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  });

  it('sums the changes up by page, and sends the draft that was reviewed', async () => {
    serveTheme(lists(), { own: theme({ has_changes: true }) });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish theme' }));
    const lines = (await dialog.findAllByRole('listitem')).map((line) => line.textContent);
    expect(lines).toEqual(['ChangedAlphaHeading', 'MovedBeta', 'HiddenHeader']);
    expect(dialog.getByRole('heading', { name: 'All pages' })).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Sale');
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const call = sent.find(({ url }) => url === '/themes/one/publication');
    expect(call).toMatchObject({ method: 'POST', body: { note: 'Sale', draft_version: 12 } });
  });

  it('a draft that changed meanwhile is said, and its changes are fetched again', async () => {
    serveTheme(lists(), {
      own: theme({ has_changes: true }),
      refuse: ({ url, method }) =>
        url.endsWith('/publication') && method === 'POST'
          ? [409, { message: 'The draft was changed elsewhere', code: 'draft_changed' }]
          : undefined,
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish theme' }));
    await dialog.findAllByRole('listitem');
    const before = sent.filter(({ url }) => url.endsWith('/changes')).length;
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('changed elsewhere');
    await waitFor(() => expect(sent.filter(({ url }) => url.endsWith('/changes')).length).toBeGreaterThan(before));
  });

  it('discards after a question, starts again, and the message brings the draft back', async () => {
    serveTheme(lists(), {
      own: theme({ has_changes: true }),
      refuse: ({ url, method }) =>
        method === 'POST' && /discard|versions\/3\/restore/.test(url)
          ? [200, { data: { theme: theme(), previous_draft: 3 } }]
          : undefined,
    });
    const { user } = await open();
    await choose(user, 'Alpha', 'Hide');
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Discard changes' }));
    const old = frame();
    await user.click(
      within(await screen.findByRole('dialog', { name: /Discard all/ })).getByRole('button', {
        name: 'Discard changes',
      }),
    );
    await screen.findByText('Changes discarded');
    await waitFor(() => expect(frame()).not.toBe(old));
    expect(
      within(screen.getByRole('group', { name: 'Undo and redo' })).getByRole<HTMLButtonElement>('button', {
        name: 'Undo',
      }).disabled,
    ).toBe(true);
    const message = toasts().find((each) => each.textContent?.includes('Changes discarded')) as HTMLElement;
    await user.click(within(message).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.some(({ url }) => url === '/themes/one/versions/3/restore')).toBe(true));
  });
});

describe('TH-01: versions and sharing', () => {
  const versions = [
    {
      number: 3,
      kind: 'kept',
      note: '',
      based_on: null,
      created_at: '2026-11-28T09:00:00Z',
      created_by: 'نورة',
      is_published: false,
      publish_at: null,
    },
    {
      number: 2,
      kind: 'published',
      note: 'Sale',
      based_on: null,
      created_at: '2026-11-27T09:00:00Z',
      created_by: 'نورة',
      is_published: true,
      publish_at: null,
    },
    {
      number: 1,
      kind: 'published',
      note: '',
      based_on: null,
      created_at: '2026-11-26T09:00:00Z',
      created_by: null,
      is_published: false,
      publish_at: null,
    },
  ];

  it('lists them with what each changed; one is restored as the draft, or published again', async () => {
    serveTheme(lists(), {
      refuse: ({ url, method }) => {
        if (url.endsWith('/versions')) return [200, { data: versions }];
        if (method === 'GET' && url.endsWith('/versions/1')) return [200, { data: { version: versions[2], changes } }];
        return url.endsWith('/versions/1/restore') ? [200, { data: { theme: theme(), previous_draft: 4 } }] : undefined;
      },
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Version history' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Version history' }));
    const heads = await drawer.findAllByRole('button', { expanded: false });
    expect(heads.map((head) => /Backup|Live/.exec(head.textContent ?? '')?.[0])).toEqual(['Backup', 'Live', undefined]);
    await user.click(heads[2] as HTMLElement);
    expect((await drawer.findAllByText('Alpha')).length).toBe(1);
    await user.click(drawer.getByRole('button', { name: 'Publish again' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Publish version 1 again?' })).getByRole('button', {
        name: 'Publish again',
      }),
    );
    await waitFor(() => expect(sent.some(({ url }) => url === '/themes/one/versions/1/publication')).toBe(true));
    await user.click(drawer.getByRole('button', { name: 'Restore as draft' }));
    await screen.findByText('Version 1 restored as draft');
    expect(screen.queryByRole('dialog', { name: 'Version history' })).toBeNull();
  });

  it('a version that waits for its moment is said, and can be canceled', async () => {
    serveTheme(lists(), { own: theme({ has_changes: true, scheduled: 2, publish_at: '2026-12-01T09:00:00Z' }) });
    const { user } = await open();
    expect(screen.getByText('Scheduled')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish theme' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Later' }).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel schedule' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel schedule' }));
    await waitFor(() =>
      expect(sent.some(({ method, url }) => method === 'DELETE' && url === '/themes/one/publication')).toBe(true),
    );
  });

  it('copies a link to the draft', async () => {
    serveTheme();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy draft link' }));
    await screen.findByText(/expires in 7 days/);
    expect(sent.find(({ url, body }) => url.endsWith('/previews') && body?.kind === 'share')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${shop}/?editor-session=42`);
  });

  it('shows the link, selected, where the browser does not let it be copied', async () => {
    serveTheme();
    const { user } = await open();
    const told = toasts().filter((each) => each.textContent?.includes('expires in 7 days')).length;
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'More options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy draft link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Draft link ready' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Draft link' });
    expect([field.value, field.readOnly]).toEqual([`${shop}/?editor-session=42`, true]);
    expect(field.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
    await waitFor(() => expect(field.selectionEnd).toBe(field.value.length));
    // Toasts of tests before this one may still come, and none of them is of a link that could not be copied.
    expect(toasts().filter((each) => each.textContent?.includes('expires in 7 days')).length).toBeLessThanOrEqual(told);
    write.mockRestore();
    await user.click(dialog.getByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await navigator.clipboard.readText()).toBe(`${shop}/?editor-session=42`);
  });
});

describe('TH-01: the preview', () => {
  it('of the product page shows the first published product, and says so where there is none', async () => {
    const product = { id: 'prd_1', name: { en: 'Rose oil' }, url: `${shop}/products/rose`, state: 'published' };
    let rows = [product];
    serveTheme(lists(), {
      refuse: ({ url }) =>
        url.startsWith('/products') ? [200, { data: rows, meta: { total: rows.length } }] : undefined,
    });
    const first = await open('/theme/editor?page=product');
    expect(frame().src).toBe(`${shop}/products/rose?editor-session=42`);
    await first.user.click(screen.getByRole('radio', { name: 'English' }));
    await waitFor(() => expect(frame().src).toBe(`${shop}/en/products/rose?editor-session=42`));
    first.unmount();
    rows = [];
    await openPage(<ThemeEditorPage />, { at: '/theme/editor?page=product', path: '/theme/editor' });
    expect(await screen.findByText('No published products')).toBeTruthy();
    expect(frame()).toBeNull();
  });

  it('that does not answer is an error, with another try', async () => {
    serveTheme();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await openPage(<ThemeEditorPage />, { at: '/theme/editor', path: '/theme/editor' });
    await waitFor(() => expect(frame()).toBeTruthy());
    const before = frame();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    vi.useRealTimers();
    await waitFor(() => expect(frame()).not.toBe(before));
    say('ready');
    await waitFor(() => expect(document.querySelector('[data-ready]')).toBeTruthy());
  });

  it('that ended is opened anew', async () => {
    let opened = 0;
    serveTheme(lists(), {
      refuse: ({ url, method }) => {
        if (url.endsWith('/previews') && method === 'POST') {
          opened += 1;
          return [201, { data: { session: `${opened}`, url: '', origin: shop, expires_at: '' } }];
        }
        return method === 'PUT' && url.endsWith('/previews/1') ? [404, { message: 'over' }] : undefined;
      },
    });
    await openPage(<ThemeEditorPage />, { at: '/theme/editor', path: '/theme/editor' });
    await waitFor(() => expect(frame()?.src).toBe(`${shop}/?editor-session=2`));
  });

  it('is closed with the page', async () => {
    serveTheme();
    const { unmount } = await open();
    unmount();
    await waitFor(() =>
      expect(sent.some(({ method, url }) => method === 'DELETE' && url === '/themes/one/previews/42')).toBe(true),
    );
  });

  it('says that it could not be opened, and tries again', async () => {
    serveTheme(lists(), { refuse: ({ url }) => (url.endsWith('/previews') ? [500, { message: 'no' }] : undefined) });
    const { user } = await openPage(<ThemeEditorPage />, { at: '/theme/editor', path: '/theme/editor' });
    await screen.findByText(/load the preview/);
    serveTheme();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(frame()).toBeTruthy());
  });
});
