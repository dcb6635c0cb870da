import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/error';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import type { Theme, ThemeOption, UploadedTheme } from './theme-gallery.api';
import { ThemeGalleryPage } from './theme-gallery-page';

const { upload } = vi.hoisted(() => ({ upload: vi.fn() }));
vi.mock('@/shared/api/upload', () => ({ upload }));

const view = (theme: string, isLive: boolean): Theme => ({
  theme,
  name: { ar: 'قالبي', en: theme },
  is_live: isLive,
  published: 1,
  draft_version: 1,
  has_changes: false,
  draft_changed_at: null,
  draft_changed_by: null,
  scheduled: null,
  publish_at: null,
  pages: ['index'],
  templates: [],
  pictures: [],
  look: null,
});
const option = (theme: string, isLive: boolean): ThemeOption => ({
  theme,
  name: { ar: 'قالبي', en: theme },
  description: { ar: 'وصف', en: 'About' },
  is_installed: true,
  is_live: isLive,
  is_uploaded: !isLive,
  looks: [],
});
let themes: string[] = [];

beforeEach(() => {
  themes = ['souk'];
  upload.mockReset();
  serve(({ method, url }) => {
    const all = [['one', true] as const, ...themes.map((theme) => [theme, false] as const)];
    if (url === '/theme-options') return [200, { data: all.map(([theme, isLive]) => option(theme, isLive)) }];
    if (url === '/themes') return [200, { data: all.map(([theme, isLive]) => view(theme, isLive)) }];
    if (url === '/themes/souk' && method === 'DELETE') {
      themes = [];
      return [200, { data: { theme: 'souk' } }];
    }
    if (url === '/themes/souk/restore') {
      themes = ['souk'];
      return [200, { data: view('souk', false) }];
    }
    if (url.includes('/previews')) {
      return [201, { data: { session: 's', origin: 'https://a.example', url: 'https://a.example/', expires_at: '' } }];
    }
    return [200, { data: {} }];
  });
});

const open = async () => {
  const page = await openPage(<ThemeGalleryPage />, {
    at: '/layout-settings',
    path: '/layout-settings',
    language: 'en',
  });
  await screen.findByRole('heading', { level: 2, name: 'one' });
  return page;
};
const zip = (name = 'souk.zip', bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'application/zip' });
const choose = async ({ user }: Awaited<ReturnType<typeof open>>, file: File) => {
  await user.click(screen.getByRole('button', { name: 'Upload theme' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/Drag the theme/);
  const input = dialog.querySelector('input[type=file]');
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  return dialog;
};

describe('a theme of one’s own', () => {
  it('TH-05: is uploaded with its progress, and the way on is offered', async () => {
    let finish: (uploaded: UploadedTheme) => void = () => undefined;
    upload.mockImplementation((_path, _field, _file, { onProgress }) => {
      onProgress(0.4);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const dialog = await choose(await open(), zip());
    expect(await within(dialog).findByText('Uploading souk.zip')).toBeTruthy();
    expect(await within(dialog).findByText('40%')).toBeTruthy();
    expect(upload.mock.calls[0]?.slice(0, 2)).toEqual(['/theme-uploads', 'file']);
    finish({ theme: view('souk', false), is_new: true, left_out: [{ ar: 'قصة', en: 'Story' }] });
    expect(await within(dialog).findByText('souk was added to your store')).toBeTruthy();
    expect(within(dialog).getByRole('list', { name: 'Sections that weren’t carried over' }).textContent).toBe('Story');
    expect(within(dialog).getByRole('link', { name: 'Customize' }).getAttribute('href')).toBe(
      '/theme/editor?theme=souk',
    );
  });

  it('TH-05: says what is wrong by file, and takes the corrected one', async () => {
    upload.mockRejectedValueOnce(
      new ApiError({
        outcome: 'invalid',
        status: 422,
        fields: { 'sections/hero.html': ['line 2: no filter safe', 'draws the icon x'], file: ['Too many files'] },
      }),
    );
    const dialog = await choose(await open(), zip());
    const alert = await within(dialog).findByRole('alert');
    expect(within(alert).getByText('sections/hero.html')).toBeTruthy();
    expect(within(alert).getByText('line 2: no filter safe')).toBeTruthy();
    expect(within(alert).getByText('Too many files')).toBeTruthy();
    expect(within(dialog).getByText('Drag the corrected file here, or choose it')).toBeTruthy();
  });

  it('TH-05: refuses what is no ZIP file or too large before it is sent', async () => {
    const dialog = await choose(await open(), zip('souk.rar'));
    expect(await within(dialog).findByText('Choose a ZIP file.')).toBeTruthy();
    const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [zip('souk.zip', 8 * 1024 * 1024 + 1)] } });
    expect(await within(dialog).findByText(/The limit is 8 MB/)).toBeTruthy();
    expect(upload).not.toHaveBeenCalled();
  });

  it('TH-05: is deleted from its menu, and brought back', async () => {
    const { user } = await open();
    expect(screen.getByText('Uploaded')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Options for souk' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'souk' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('article', { name: 'souk' })).toBeTruthy();
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toContain('POST /themes/souk/restore');
  });

  it('TH-05: the live theme can be downloaded and not deleted, and who may only read uploads nothing', async () => {
    signInAs([{ action: 'read', subject: 'Theme' }]);
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Upload theme' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Options for one' }));
    expect(await screen.findByRole('menuitem', { name: 'Download theme' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });
});
