import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, signInAs, toasts } from '@/test/dom';
import type { Theme, ThemeOption } from './theme-gallery.api';
import { ThemeGalleryPage } from './theme-gallery-page';

const names = { one: { ar: 'واحد', en: 'One' }, two: { ar: 'سوق', en: 'Souq' }, three: { ar: 'ليل', en: 'Night' } };
type Slug = keyof typeof names;

/** The state of the fake store: which themes it has, and which is live. */
let own: Partial<Record<Slug, Partial<Theme>>> = {};
let live: Slug = 'one';
let leftOut: Theme['name'][] = [];
let looks: ThemeOption['looks'] = [];
let replaced: { published: number; draft: number } | null = null;
let refused: string | null = null;
let opened = 0;

const option = (theme: Slug): ThemeOption => ({
  theme,
  name: names[theme],
  description: { ar: 'وصف', en: `What ${names[theme].en} is good for` },
  is_installed: theme in own,
  is_live: theme === live,
  is_uploaded: false,
  looks,
});
const view = (theme: Slug): Theme => ({
  theme,
  name: names[theme],
  is_live: theme === live,
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
  look: looks[0]?.settings ?? null,
  ...own[theme],
});

beforeEach(() => {
  own = { one: {}, three: {} };
  live = 'one';
  leftOut = [];
  looks = [];
  replaced = null;
  refused = null;
  opened = 0;
  serve(({ method, url, body }) => {
    if (refused === `${method} ${url}`) return [500, { message: 'Broken' }];
    if (url === '/theme-options') return [200, { data: (['one', 'two', 'three'] as const).map(option) }];
    if (url === '/themes' && method === 'GET') return [200, { data: (Object.keys(own) as Slug[]).map(view) }];
    if (url === '/themes') {
      const theme = body?.theme as Slug;
      const isNew = !(theme in own);
      own = { ...own, [theme]: own[theme] ?? {} };
      return [200, { data: { theme: view(theme), left_out: isNew ? leftOut : [] } }];
    }
    const [, theme = '', part] = /^\/themes\/(\w+)\/(\w+)/.exec(url) ?? [];
    if (part === 'live') {
      live = theme as Slug;
      const look = looks.find(({ id }) => id === body?.look)?.settings;
      if (look) own[live] = { ...own[live], look, draft_version: (own[live]?.draft_version ?? 1) + 1 };
      return [200, { data: { theme: view(live), replaced: look ? replaced : null } }];
    }
    if (part === 'previews' && method === 'POST') {
      opened += 1;
      const origin = 'https://shop.example';
      const session = `${theme}-${body?.kind as string}-${opened}`;
      return [
        201,
        { data: { session, origin, url: `${origin}/?editor-session=${session}`, expires_at: '2099-01-01T00:00:00Z' } },
      ];
    }
    return [200, { data: { ended: 1 } }];
  });
});

const open = async (language: 'ar' | 'en' = 'en') => {
  const page = await openPage(<ThemeGalleryPage />, { at: '/layout-settings', path: '/layout-settings', language });
  await screen.findByRole('heading', { level: 2, name: names[live][language] });
  return page;
};
const liveCard = () => screen.getByRole('region', { name: names[live].en });
const card = (theme: Slug) => screen.getByRole('article', { name: names[theme].en });
const frames = (host: HTMLElement) => [...host.querySelectorAll('iframe')];
const changes = () =>
  sent
    .filter(({ method, url }) => method !== 'GET' && !url.includes('/previews'))
    .map(({ method, url }) => `${method} ${url}`);
/** Chooses a theme and says yes. */
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], theme: Slug) => {
  await user.click(within(card(theme)).getByRole('button', { name: /^Use this theme/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Use this theme' }));
};

describe('the themes', () => {
  it('TH-05: shows the live one first with its state, then the others, each with what it is good for', async () => {
    own.one = { has_changes: true, draft_changed_at: '2026-11-01T10:00:00Z', draft_changed_by: 'نورة' };
    signInAs(undefined, { url: 'https://shop.example' });
    await open();
    expect(within(liveCard()).getByText('Unpublished changes')).toBeTruthy();
    expect(within(liveCard()).getByText(/Last edited .* by نورة/)).toBeTruthy();
    expect(within(liveCard()).getByRole('link', { name: 'Customize' }).getAttribute('href')).toBe('/theme/editor');
    expect(within(liveCard()).getByRole('link', { name: 'View store' }).getAttribute('href')).toBe(
      'https://shop.example',
    );
    expect(screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent)).toEqual([
      'Souq',
      'Night',
    ]);
    expect(within(card('two')).getByText('What Souq is good for')).toBeTruthy();
    expect(within(card('two')).queryByText('Added to your store')).toBeNull();
    expect(within(card('three')).getByText('Added to your store')).toBeTruthy();
    // One that the store has is edited without being added.
    expect(within(card('three')).getByRole('link', { name: 'Customize: Night' }).getAttribute('href')).toBe(
      '/theme/editor?theme=three',
    );
  });

  it('TH-05: says when a publication of the live theme is scheduled, in Arabic too', async () => {
    own.one = { publish_at: '2099-01-01T06:00:00Z', scheduled: 2 };
    await open('ar');
    expect(screen.getByText(/^مجدول للنشر في/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'تفعيل القالب: سوق' })).toBeTruthy();
  });

  it('TH-05: shows the own store in each theme, to look at only, and ends the previews with the page', async () => {
    const { unmount } = await open();
    await waitFor(() => expect(document.querySelectorAll('iframe')).toHaveLength(6));
    expect(sent.filter(({ url }) => url.endsWith('/previews')).map(({ url, body }) => [url, body?.kind])).toEqual([
      ['/themes/one/previews', 'look'],
      ['/themes/two/previews', 'look'],
      ['/themes/three/previews', 'look'],
    ]);
    const [desktop, mobile] = frames(card('two'));
    expect(desktop?.src).toMatch(/^https:\/\/shop\.example\/\?editor-session=two-look-/);
    expect(mobile?.src).toBe(desktop?.src);
    expect([desktop?.style.width, mobile?.style.width]).toEqual(['1440px', '390px']);
    expect(desktop?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    expect(desktop?.tabIndex).toBe(-1);
    expect(desktop?.closest('[inert]')).toBeTruthy();
    expect(desktop?.title).toBe('Your store in Souq on desktop');
    expect(desktop?.dataset.ready).toBeUndefined();
    act(() => {
      const data = { rawaj: 'theme-editor', v: 1, type: 'ready' };
      window.dispatchEvent(new MessageEvent('message', { data, source: desktop?.contentWindow ?? null }));
    });
    expect(desktop?.dataset.ready).toBe('true');
    expect(mobile?.dataset.ready).toBeUndefined();
    unmount();
    await waitFor(() => expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(3));
  });

  it('TH-05: a preview that does not open says so quietly, and can be tried again', async () => {
    refused = 'POST /themes/two/previews';
    const { user } = await open();
    await within(card('two')).findByText('Couldn’t load the preview');
    expect(toasts()).toHaveLength(0);
    refused = null;
    await user.click(within(card('two')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(frames(card('two'))).toHaveLength(2));
  });
});

describe('the choice of another theme', () => {
  it('TH-05: asks first, adds the theme, shows it to shoppers, and can be undone', async () => {
    const { user } = await open();
    await user.click(within(card('two')).getByRole('button', { name: 'Use this theme: Souq' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Shoppers will see the new design right away.')).toBeTruthy();
    expect(within(dialog).getByText(/carried over to the new theme/)).toBeTruthy();
    expect(within(dialog).getByText(/stays in One/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(changes()).toEqual([]);
    await choose(user, 'two');
    await screen.findByText('Souq is now your store’s theme');
    expect(changes()).toEqual(['POST /themes', 'PUT /themes/two/live']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Souq'));
    expect(screen.getByRole('article', { name: 'One' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Switched back to One');
    expect(changes().slice(2)).toEqual(['PUT /themes/one/live']);
    await screen.findByRole('region', { name: 'One' });
  });

  it('TH-05: does not add one again that the store has, and warns of its changes that are not published', async () => {
    own.three = { has_changes: true };
    const { user } = await open();
    await user.click(within(card('three')).getByRole('button', { name: 'Use this theme: Night' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Unpublished changes to this theme won’t show/)).toBeTruthy();
    expect(within(dialog).queryByText(/carried over/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Use this theme' }));
    await screen.findByText('Night is now your store’s theme');
    expect(changes()).toEqual(['PUT /themes/three/live']);
  });

  it('TH-05: names the sections that were left out, with a way back', async () => {
    leftOut = [{ ar: 'مخططات', en: 'Countdown' }, { ar: 'شعارات' }];
    const { user } = await open();
    await choose(user, 'two');
    const list = await screen.findByRole('list', { name: 'Sections that weren’t carried over' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Countdown', 'شعارات']);
    await user.click(screen.getByRole('button', { name: 'Switch back to One' }));
    await screen.findByText('Switched back to One');
    expect(changes()).toEqual(['POST /themes', 'PUT /themes/two/live', 'PUT /themes/one/live']);
  });

  it('TH-05: stays as it was when the server refuses', async () => {
    refused = 'PUT /themes/two/live';
    const { user } = await open();
    await choose(user, 'two');
    await waitFor(() => expect(toasts()).not.toHaveLength(0));
    expect(screen.queryByText('Souq is now your store’s theme')).toBeNull();
    expect(liveCard()).toBeTruthy();
    await waitFor(() =>
      expect(within(card('two')).getByRole<HTMLButtonElement>('button', { name: /^Use/ }).disabled).toBe(false),
    );
  });
});

const coast = {
  primary: '#0f4c5c',
  accent: '#a8431f',
  paper: '#fbfdfd',
  tint: '#e8f1f2',
  ink: '#10282e',
  radius: 'soft',
};
const withLooks = () => {
  looks = [
    { id: 'default', name: { ar: 'المظهر العام', en: 'Look' }, settings: { ...coast, primary: '#1f3d36' } },
    { id: 'coast', name: { ar: 'ساحل', en: 'Coast' }, settings: coast },
  ];
};
const styles = (host: HTMLElement) =>
  within(host)
    .getAllByRole<HTMLInputElement>('radio')
    .map((radio) => [radio.closest('label')?.textContent, radio.checked]);
const bodies = () =>
  sent
    .filter(({ method, url }) => method !== 'GET' && (url === '/themes' || url.endsWith('/live')))
    .map(({ body }) => body);

describe('the looks of a theme', () => {
  it('TH-05: are shown with the theme, and one is seen in the own store before it is chosen', async () => {
    withLooks();
    const { user } = await open();
    expect(styles(card('two'))).toEqual([
      ['Original', true],
      ['Coast', false],
    ]);
    expect(within(card('two')).getByRole('radiogroup', { name: 'Styles of Souq' })).toBeTruthy();
    await waitFor(() => expect(frames(card('two'))).toHaveLength(2));
    const [desktop] = frames(card('two'));
    const posted = vi.fn();
    if (desktop?.contentWindow) desktop.contentWindow.postMessage = posted;
    await user.click(within(card('two')).getByRole('radio', { name: 'Coast' }));
    expect(posted).not.toHaveBeenCalled();
    act(() => {
      const data = { rawaj: 'theme-editor', v: 1, type: 'ready' };
      window.dispatchEvent(new MessageEvent('message', { data, source: desktop?.contentWindow ?? null }));
    });
    expect(posted).toHaveBeenCalledExactlyOnceWith(
      { rawaj: 'theme-editor', v: 1, type: 'lookTried', look: 'coast' },
      'https://shop.example',
    );
    await user.click(within(card('two')).getByRole('radio', { name: 'Original' }));
    expect(posted).toHaveBeenLastCalledWith(expect.objectContaining({ look: null }), 'https://shop.example');
    expect(changes()).toEqual([]);
  });

  it('TH-05: one goes with the theme that is chosen', async () => {
    withLooks();
    const { user } = await open();
    await user.click(within(card('two')).getByRole('radio', { name: 'Coast' }));
    await user.click(within(card('two')).getByRole('button', { name: 'Use theme in Coast: Souq' }));
    const dialog = await screen.findByRole('dialog', { name: 'Use Souq in the Coast style?' });
    // The theme is new here: there is nothing that the look would replace.
    expect(within(dialog).queryByText(/replaces/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Use this theme' }));
    await screen.findByText('Souq is now your store’s theme');
    expect(bodies()).toEqual([{ theme: 'two', look: 'coast' }, { look: 'coast' }]);
  });

  it('TH-05: a theme of the store says what the look replaces, and the undo brings it back', async () => {
    withLooks();
    own.three = { look: { ...coast, primary: '#123456' }, has_changes: true };
    replaced = { published: 4, draft: 5 };
    const { user } = await open();
    expect(styles(card('three'))).toEqual([
      ['Your style', true],
      ['Original', false],
      ['Coast', false],
    ]);
    await user.click(within(card('three')).getByRole('radio', { name: 'Coast' }));
    await user.click(within(card('three')).getByRole('button', { name: 'Use theme in Coast: Night' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Coast replaces this theme’s colors, font, and shapes/)).toBeTruthy();
    expect(within(dialog).getByText(/You can restore it from the version history/)).toBeTruthy();
    expect(within(dialog).getByText(/other unpublished changes stay in the draft/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Use this theme' }));
    await screen.findByText('Night is now your store’s theme');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Switched back to One');
    expect(changes()).toEqual([
      'PUT /themes/three/live',
      'PUT /themes/one/live',
      'POST /themes/three/versions/4/publication',
      'POST /themes/three/versions/5/restore',
    ]);
  });

  it('TH-05: the theme that shoppers see only changes its look', async () => {
    withLooks();
    replaced = { published: 1, draft: 1 };
    const { user } = await open();
    expect(styles(liveCard())).toEqual([
      ['OriginalCurrent', true],
      ['Coast', false],
    ]);
    expect(within(liveCard()).queryByRole('button', { name: 'Apply style' })).toBeNull();
    await user.click(within(liveCard()).getByRole('radio', { name: 'Coast' }));
    await user.click(within(liveCard()).getByRole('button', { name: 'Apply style' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apply the Coast style to your store?' });
    expect(within(dialog).getByText(/Your content stays as it is/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Apply style' }));
    await screen.findByText('Coast style applied');
    expect(changes()).toEqual(['PUT /themes/one/live']);
    await waitFor(() => expect(styles(liveCard())[1]).toEqual(['CoastCurrent', true]));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Your store’s previous style is back');
    expect(changes().slice(1)).toEqual([
      'POST /themes/one/versions/1/publication',
      'POST /themes/one/versions/1/restore',
    ]);
  });
});

describe('before another theme is chosen', () => {
  it('TH-05: customizing adds it beside the live one and opens its editor', async () => {
    const { user, address } = await open();
    await user.click(within(card('two')).getByRole('button', { name: 'Customize: Souq' }));
    await waitFor(() => expect(address()).toBe('/theme/editor?theme=two'));
    expect(changes()).toEqual(['POST /themes']);
  });

  it('TH-05: customizing names first what was left out', async () => {
    leftOut = [{ ar: 'مخططات', en: 'Countdown' }];
    const { user, address } = await open();
    await user.click(within(card('two')).getByRole('button', { name: 'Customize: Souq' }));
    await screen.findByText('Countdown');
    expect(address()).toBe('/layout-settings');
    await user.click(screen.getByRole('button', { name: 'Continue to customize' }));
    await waitFor(() => expect(address()).toBe('/theme/editor?theme=two'));
  });

  it('TH-05: a preview opens the whole store in a tab that is there at once', async () => {
    const tab = { opener: window, location: { href: '' }, close: vi.fn() };
    const openTab = vi.fn(() => tab);
    vi.stubGlobal('open', openTab);
    const { user } = await open();
    await user.click(within(card('two')).getByRole('button', { name: 'Preview: Souq' }));
    expect(openTab).toHaveBeenCalledOnce();
    await waitFor(() => expect(tab.location.href).toMatch(/editor-session=two-share-/));
    expect(tab.opener).toBeNull();
    refused = 'POST /themes/two/previews';
    await user.click(within(card('two')).getByRole('button', { name: 'Preview: Souq' }));
    await waitFor(() => expect(tab.close).toHaveBeenCalledOnce());
  });

  it('TH-05: a preview that the browser blocked is offered once more', async () => {
    const openTab = vi.fn(() => null);
    vi.stubGlobal('open', openTab);
    const { user } = await open();
    await user.click(within(card('two')).getByRole('button', { name: 'Preview: Souq' }));
    await user.click(await screen.findByRole('button', { name: 'Open preview' }));
    expect(openTab).toHaveBeenLastCalledWith(expect.stringContaining('two-share-'), '_blank', 'noopener');
  });
});

describe('the page of themes', () => {
  it('TH-05: offers nothing to a member who only reads', async () => {
    signInAs([{ action: 'read', subject: 'Theme' }], { url: 'https://shop.example' });
    await open();
    expect(screen.getByText('View only. You don’t have permission to change the theme.')).toBeTruthy();
    await waitFor(() => expect(frames(card('two'))).toHaveLength(2));
    expect(screen.queryByRole('link', { name: 'Customize' })).toBeNull();
    expect(
      within(card('two'))
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Options for Souq']);
    expect(within(card('three')).queryAllByRole('link')).toHaveLength(0);
  });

  it('TH-05: says when there is none, and when the call fails', async () => {
    serve(() => [200, { data: [] }]);
    const { unmount } = await openPage(<ThemeGalleryPage />);
    expect(await screen.findByText('No themes yet')).toBeTruthy();
    unmount();
    serve(() => [500, { message: 'Broken' }]);
    await openPage(<ThemeGalleryPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
