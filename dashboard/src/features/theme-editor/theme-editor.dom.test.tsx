import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, signInAs, toasts, type Sent } from '@/test/dom';
import type { Section, SectionOption, Theme, ThemePage, Values } from './theme-editor.api';
import { ThemeEditorPage } from './theme-editor-page';

const shop = 'https://shop.example';

const theme = (more: Partial<Theme> = {}): Theme => ({
  theme: 'one',
  name: { ar: 'واحد', en: 'One' },
  is_live: true,
  published: 1,
  draft_version: 7,
  has_changes: false,
  draft_changed_at: null,
  draft_changed_by: null,
  scheduled: null,
  publish_at: null,
  pages: ['index', 'product', 'collection'],
  ...more,
});

const section = (id: string, name: string, more: Partial<Section> = {}): Section => ({
  id: `sec_${id}`,
  slug: 'banner',
  name: { ar: name, en: name },
  is_new: false,
  page: 'index',
  zone: 'sortable',
  is_active: true,
  display_order: 0,
  settings: { heading: name, is_wide: false },
  blocks: [],
  version: 1,
  ...more,
});

const plain = { hint: null, group: null, shown_if: null };
const option = (slug: string, more: Partial<SectionOption> = {}): SectionOption => ({
  slug,
  name: { ar: slug, en: slug },
  description: { ar: slug, en: slug },
  pages: ['index'],
  zone: 'sortable',
  most: 10,
  most_blocks: 0,
  settings: [
    { ...plain, id: 'heading', type: 'text', max_length: 80, label: { ar: 'العنوان', en: 'Heading' }, default: '' },
    { ...plain, id: 'is_wide', type: 'checkbox', label: { ar: 'عريض', en: 'Full width' }, default: false },
  ],
  blocks: [],
  presets: [{ id: 'default', name: { ar: slug, en: slug } }],
  ...more,
});

const fixed = { page: 'all' };
const lists = (): ThemePage => ({
  settingSections: [section('look', 'Look', { ...fixed, zone: 'settings' })],
  preSections: [section('header', 'Header', { ...fixed, zone: 'pre' })],
  sortableSections: [section('a', 'Alpha'), section('b', 'Beta'), section('c', 'Gamma', { is_active: false })],
  postSections: [section('footer', 'Footer', { ...fixed, zone: 'post' })],
});

/** A server with one theme; `refuse` may answer a call in its place. */
function serveTheme(
  start: ThemePage = lists(),
  { refuse, own = theme() }: { refuse?: (call: Sent) => [number, unknown] | undefined; own?: Theme } = {},
) {
  let page = start;
  let version = 10;
  let added = 0;
  const deleted = new Map<string, { section: Section; at: number }>();
  const put = (id: string, change: (of: Section) => Section) => {
    const all = (list: Section[]) => list.map((each) => (each.id === id ? change(each) : each));
    page = {
      settingSections: all(page.settingSections),
      preSections: all(page.preSections),
      sortableSections: all(page.sortableSections),
      postSections: all(page.postSections),
    };
    return Object.values(page)
      .flat()
      .find((each) => each.id === id);
  };
  const sorted = (sortableSections: Section[]) => {
    page = { ...page, sortableSections };
  };
  serve((call) => {
    const refusal = refuse?.(call);
    if (refusal) return refusal;
    const { method, url, body = {} } = call;
    const id = /sections\/(\w+)/.exec(url)?.[1] ?? '';
    if (url === '/themes') return [200, { data: [own] }];
    if (url.endsWith('/section-options')) return [200, { data: options }];
    if (url.endsWith('/previews') && method === 'POST')
      return [201, { data: { session: '42', url: `${shop}/?editor-session=42`, origin: shop, expires_at: '' } }];
    if (url.includes('/previews')) return [200, { data: { others: ['سارة'], ended: 1 } }];
    if (/discard$|versions\/\d+\/restore$/.test(url)) return [200, { data: { theme: own, previous_draft: 4 } }];
    if (url.endsWith('/restore')) {
      const found = deleted.get(id);
      if (found) sorted(page.sortableSections.toSpliced(found.at, 0, found.section));
      return [200, { data: found?.section }];
    }
    if (method === 'DELETE') {
      const at = page.sortableSections.findIndex((each) => each.id === id);
      const [gone] = page.sortableSections.slice(at, at + 1);
      if (gone) deleted.set(id, { section: gone, at });
      sorted(page.sortableSections.filter((each) => each.id !== id));
      return [200, { data: { id } }];
    }
    if (url.endsWith('/sorting')) {
      const order = (body.items as { id: string }[]).map((item) => item.id);
      sorted(page.sortableSections.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)));
      return [200, { data: own }];
    }
    if (method === 'PUT') {
      version += 1;
      const { settings, version: _, ...rest } = body;
      const next = put(id, (of) => ({
        ...of,
        ...rest,
        settings: { ...of.settings, ...(settings as Values) },
        version,
      }));
      return [200, { data: next }];
    }
    if (method === 'POST' && url.endsWith('/index')) {
      added += 1;
      const [wanted] = body.sections as Record<string, unknown>[];
      const settings = wanted?.settings as Values | undefined;
      const next = section(`new${added}`, 'New', settings && { settings });
      const at = page.sortableSections.findIndex((each) => each.id === wanted?.before);
      sorted(page.sortableSections.toSpliced(at < 0 ? page.sortableSections.length : at, 0, next as Section));
      return [201, { data: [next] }];
    }
    if (url.endsWith('/changes')) return [200, { data: { draft_version: 12, changes } }];
    if (method === 'GET') return [200, { data: page }];
    return [200, { data: own }];
  });
}

const options = [option('banner'), option('quote', { most: 1 })];
const changes = [
  {
    kind: 'changed',
    section_id: 'sec_a',
    page: 'index',
    name: { ar: 'أ', en: 'Alpha' },
    settings: [{ ar: 'العنوان', en: 'Heading' }],
    has_blocks: false,
  },
  { kind: 'moved', section_id: 'sec_b', page: 'index', name: { en: 'Beta' }, settings: [], has_blocks: false },
  { kind: 'hidden', section_id: 'sec_header', page: 'all', name: { en: 'Header' }, settings: [], has_blocks: false },
];

const post = vi.fn();
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
/** A message of the page in the frame. */
const say = (type: string, more: object = {}, origin = shop) =>
  act(() =>
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { rawaj: 'theme-editor', v: 1, type, ...more },
        origin,
        source: frame().contentWindow,
      }),
    ),
  );
/** The messages to the frame of a kind. */
const told = (type: string) =>
  post.mock.calls.map(([message]) => message as Record<string, unknown>).filter((message) => message.type === type);

async function open(at = '/theme/editor') {
  const page = await openPage(<ThemeEditorPage />, { at, path: '/theme/editor' });
  await screen.findByRole('heading', { level: 1, name: 'One' });
  await waitFor(() => expect(frame()).toBeTruthy());
  Object.assign(frame().contentWindow ?? {}, { postMessage: post });
  say('ready');
  await waitFor(() => expect(told('state').length).toBeGreaterThan(0));
  return page;
}

type User = Awaited<ReturnType<typeof open>>['user'];
const rows = (zone: string) =>
  within(screen.getByRole('region', { name: zone }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent);
const row = (id: string) => document.querySelector<HTMLElement>(`[data-section="sec_${id}"]`);
const calls = (method: string) =>
  sent.filter((call) => call.method === method && call.url.startsWith('/themes') && !call.url.includes('/previews'));
const choose = async (user: User, name: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const press = (code: string, over: object = {}) =>
  fireEvent.keyDown(document.body, { code, key: code, ctrlKey: true, ...over });

beforeEach(() => {
  post.mockClear();
  sessionStorage.clear();
});

describe('TH-02: the sections of a page', () => {
  it('are listed by zones, with the theme settings behind a button, and the page is in the frame', async () => {
    serveTheme();
    const { user } = await open();
    expect(rows('Top of page')).toEqual(['Header']);
    expect(rows('Page sections')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(rows('Bottom of page')).toEqual(['Footer']);
    expect(row('c')?.textContent).toContain('Hidden');
    expect(frame().src).toBe(`${shop}/?editor-session=42`);
    expect(told('state')[0]).toMatchObject({
      names: { sec_look: 'Look', sec_header: 'Header', sec_a: 'Alpha', sec_footer: 'Footer' },
      sortable: ['sec_a', 'sec_b', 'sec_c'],
      mayEdit: true,
    });
    expect((await screen.findByText('سارة is editing too')).textContent).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Theme settings' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Look' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Page sections' })).toBeNull();
  });

  it('a page with a single section opens it, without lists', async () => {
    serveTheme({
      ...lists(),
      settingSections: [],
      preSections: [],
      postSections: [],
      sortableSections: [section('a', 'Alpha')],
    });
    await open();
    expect(await screen.findByRole('heading', { level: 2, name: 'Alpha' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to sections' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add section' })).toBeNull();
    await waitFor(() => expect(told('sectionSelection')).toContainEqual(expect.objectContaining({ id: 'sec_a' })));
  });

  it('selecting and clearing is told to the frame, and the frame selects, hovers and clears', async () => {
    serveTheme();
    const { user, address } = await open();
    await user.click(row('a') as HTMLElement);
    expect(address()).toBe('/theme/editor?section=sec_a');
    await waitFor(() => expect(told('sectionSelection').at(-1)).toMatchObject({ id: 'sec_a', block: null }));
    expect(document.activeElement?.textContent).toBe('Alpha');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(row('a')));
    expect(told('sectionSelectionCleared').length).toBeGreaterThan(0);
    say('hover', { id: 'sec_b' });
    expect(row('b')?.closest('[data-hovered]')).toBeTruthy();
    await user.hover(row('a') as HTMLElement);
    expect(told('hover').at(-1)).toMatchObject({ id: 'sec_a' });
    say('select', { id: 'sec_b', block: null });
    expect(await screen.findByRole('heading', { level: 2, name: 'Beta' })).toBeTruthy();
    say('key', { code: 'Escape' });
    await waitFor(() => expect(address()).toBe('/theme/editor'));
  });

  it('a message of another origin changes nothing', async () => {
    serveTheme();
    const { address } = await open();
    say('select', { id: 'sec_b', block: null }, 'https://evil.example');
    say('add', { before: 'sec_b' }, 'https://evil.example');
    await waitFor(() => expect(address()).toBe('/theme/editor'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('choosing a page clears the selection, and its page is shown', async () => {
    serveTheme();
    const { user, address } = await open('/theme/editor?section=sec_a');
    await screen.findByRole('heading', { level: 2, name: 'Alpha' });
    await user.click(screen.getByRole('combobox', { name: 'Page' }));
    await user.click(await screen.findByRole('option', { name: 'Collection page' }));
    await waitFor(() => expect(address()).toBe('/theme/editor?page=collection'));
    await waitFor(() => expect(frame().src).toBe(`${shop}/collections?editor-session=42`));
    expect(await screen.findByRole('region', { name: 'Page sections' })).toBeTruthy();
  });

  it('the preview may be narrow, and its time to draw a change is measured', async () => {
    serveTheme();
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Mobile' }));
    const around = frame().parentElement;
    expect(around?.dataset.device).toBe('mobile');
    say('rendered', { ms: 41 });
    say('rendered', { ms: 17 });
    expect(around?.dataset).toMatchObject({ renderedMs: '17', renderedCount: '2' });
  });
});

it('TH-02: a section that is chosen in the preview shows its settings on a phone too', async () => {
  serveTheme();
  const { user } = await open();
  const body = () => document.querySelector('[data-tab]')?.getAttribute('data-tab');
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  expect(body()).toBe('preview');
  say('select', { id: 'sec_b', block: null });
  await screen.findByRole('heading', { level: 2, name: 'Beta' });
  expect(body()).toBe('sections');
});

it('TH-01: another theme than the live one is edited where the address names it', async () => {
  serveTheme(lists(), {
    refuse: ({ url }) =>
      url === '/themes'
        ? [200, { data: [theme({ theme: 'two', name: { en: 'Two' } }), theme({ is_live: false })] }]
        : undefined,
  });
  const { user, address } = await open('/theme/editor?theme=one');
  await user.click(row('a') as HTMLElement);
  await waitFor(() => expect(address()).toBe('/theme/editor?theme=one&section=sec_a'));
});

describe('TH-03: changes', () => {
  it('a setting saves itself with the version, and the frame is told', async () => {
    serveTheme();
    const { user } = await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole('textbox', { name: /Heading/ });
    await user.type(heading, '!');
    await waitFor(() => expect(told('sectionUpdated')).toHaveLength(1));
    expect(calls('PUT')).toHaveLength(1);
    expect(calls('PUT')[0]).toMatchObject({
      url: '/themes/one/sections/sec_a',
      body: { settings: { heading: 'Alpha!' }, version: 1 },
    });
    await user.type(heading, '?');
    await waitFor(() => expect(calls('PUT')[1]?.body).toEqual({ settings: { heading: 'Alpha!?' }, version: 11 }));
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('settings of the theme are told as such, hiding as a change of the page', async () => {
    serveTheme();
    const { user } = await open('/theme/editor?section=sec_look');
    await user.click(await screen.findByLabelText(/Full width/));
    await waitFor(() => expect(told('sectionUpdated').at(-1)).toMatchObject({ id: 'sec_look', tokens: true }));
    await user.click(screen.getByRole('button', { name: 'Back to sections' }));
    await choose(user, 'Alpha', 'Hide');
    await waitFor(() => expect(told('sectionUpdated').at(-1)).toMatchObject({ id: 'sec_a', page: true }));
    expect(calls('PUT').at(-1)?.body).toEqual({ is_active: false, version: 1 });
    expect(row('a')?.textContent).toContain('Hidden');
  });

  it('undoes and redoes by the keyboard, here and in the frame', async () => {
    serveTheme();
    const { user } = await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: /Heading/ });
    await user.type(heading, '12');
    await waitFor(() => expect(calls('PUT').at(-1)?.body).toMatchObject({ settings: { heading: 'Alpha12' } }));
    press('KeyZ');
    await waitFor(() => expect(calls('PUT').at(-1)?.body).toMatchObject({ settings: { heading: 'Alpha' } }));
    await waitFor(() => expect(heading.value).toBe('Alpha'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
    say('key', { code: 'KeyZ', ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(calls('PUT').at(-1)?.body).toMatchObject({ settings: { heading: 'Alpha12' } }));
    press('KeyZ');
    press('KeyY');
    await waitFor(() => expect(heading.value).toBe('Alpha12'));
  });

  it('deletes with an undo in the message, and the focus goes to the next row', async () => {
    serveTheme();
    const { user } = await open();
    await choose(user, 'Alpha', 'Delete');
    await waitFor(() => expect(rows('Page sections')).toEqual(['Beta', 'Gamma']));
    expect(told('sectionDeleted')).toEqual([expect.objectContaining({ id: 'sec_a' })]);
    await waitFor(() => expect(document.activeElement).toBe(row('b')));
    const message = toasts().find((each) => each.textContent?.includes('Alpha deleted')) as HTMLElement;
    await user.click(within(message).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows('Page sections')).toEqual(['Alpha', 'Beta', 'Gamma']));
    expect(told('sectionAdded')).toEqual([expect.objectContaining({ id: 'sec_a' })]);
    // It is as if nothing had been done.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
  });

  it('renames, and asks before what is not saved is left', async () => {
    let isOff = false;
    serveTheme(lists(), {
      refuse: ({ method, url }) =>
        isOff && method === 'PUT' && url.includes('/sections/') ? [500, { message: 'no' }] : undefined,
    });
    const { user, address } = await open();
    await choose(user, 'Alpha', 'Rename');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename section' }));
    const name = await dialog.findByRole('textbox', { name: /Section name/ });
    await user.clear(name);
    await user.type(name, 'Welcome');
    isOff = true;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rows('Page sections')?.[0]).toBe('Alpha'));
    expect(await screen.findByText(/Not saved, check/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/theme/editor');
    isOff = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('Saved')).toBeTruthy());
    expect(calls('PUT').at(-1)?.body).toEqual({ name: { ar: 'Welcome', en: 'Alpha' }, version: 1 });
  });

  it('moves, and takes it back', async () => {
    serveTheme();
    const { user } = await open();
    await choose(user, 'Alpha', 'Move down');
    await waitFor(() => expect(rows('Page sections')).toEqual(['Beta', 'Alpha', 'Gamma']));
    await waitFor(() => expect(told('sectionUpdated').at(-1)).toMatchObject({ page: true }));
    press('KeyZ');
    await waitFor(() => expect(rows('Page sections')).toEqual(['Alpha', 'Beta', 'Gamma']));
    expect(calls('PUT').at(-1)?.body).toEqual({
      page: 'index',
      items: [
        { id: 'sec_a', display_order: 0 },
        { id: 'sec_b', display_order: 1 },
        { id: 'sec_c', display_order: 2 },
      ],
    });
  });

  it('adds where the frame asked, opens the settings, and undo takes it away', async () => {
    serveTheme();
    const { user, address } = await open();
    say('add', { before: 'sec_b' });
    const picker = within(await screen.findByRole('dialog', { name: 'Add section' }));
    await user.type(picker.getByRole('textbox'), 'quo');
    expect(picker.queryByRole('button', { name: /banner/ })).toBeNull();
    await user.click(picker.getByRole('button', { name: /quote/ }));
    await waitFor(() => expect(address()).toBe('/theme/editor?section=sec_new1'));
    expect(calls('POST').at(-1)?.body).toEqual({
      sections: [{ section: 'quote', preset: 'default', before: 'sec_b' }],
    });
    expect(told('sectionAdded').at(-1)).toMatchObject({ id: 'sec_new1' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('KeyZ');
    await waitFor(() => expect(address()).toBe('/theme/editor'));
    expect(rows('Page sections')).toEqual(['Alpha', 'Beta', 'Gamma']);
    press('KeyZ', { shiftKey: true });
    await waitFor(() => expect(rows('Page sections')).toEqual(['Alpha', 'New', 'Beta', 'Gamma']));
  });

  it('copies and pastes, and duplicates behind the section', async () => {
    serveTheme();
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Paste section' })).toBeNull();
    await choose(user, 'Alpha', 'Copy');
    await user.click(await screen.findByRole('button', { name: 'Paste section' }));
    const copy = { section: 'banner', settings: { heading: 'Alpha', is_wide: false }, blocks: [], is_active: true };
    await waitFor(() => expect(calls('POST').at(-1)?.body).toMatchObject({ sections: [copy] }));
    await user.click(await screen.findByRole('button', { name: 'Back to sections' }));
    await choose(user, 'Alpha', 'Duplicate');
    await waitFor(() => expect(calls('POST').at(-1)?.body).toMatchObject({ sections: [{ ...copy, before: 'sec_b' }] }));
  });

  it('a refused value stays, with its message and "not saved"', async () => {
    serveTheme(lists(), {
      refuse: ({ method, url }) =>
        method === 'PUT' && url.includes('/sections/')
          ? [422, { message: 'no', errors: { 'settings.heading': ['Too long'] } }]
          : undefined,
    });
    const { user } = await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: /Heading/ });
    await user.type(heading, '!');
    expect(await screen.findByText('Too long')).toBeTruthy();
    expect(heading.value).toBe('Alpha!');
    expect(screen.getByText(/Some changes aren/)).toBeTruthy();
    expect(told('sectionUpdated')).toEqual([]);
  });

  it('a section that somebody else saved is compared, and mine is saved over theirs', async () => {
    const theirs = section('a', 'Alpha', { version: 9, settings: { heading: 'Theirs', is_wide: true } });
    let isFirst = true;
    serveTheme(lists(), {
      refuse: ({ method, url }) => {
        if (!isFirst || method !== 'PUT' || !url.includes('/sections/')) return undefined;
        isFirst = false;
        return [409, { message: 'stale', code: 'stale_version', current: theirs }];
      },
    });
    const { user } = await open('/theme/editor?section=sec_a');
    await user.type(await screen.findByRole('textbox', { name: /Heading/ }), '!');
    const dialog = within(await screen.findByRole('dialog'));
    const asked = dialog.getByRole('radiogroup', { name: 'Heading' });
    expect(asked.textContent).toContain('Alpha!');
    expect(asked.textContent).toContain('Theirs');
    expect(dialog.queryByRole('radiogroup', { name: 'Full width' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(calls('PUT').at(-1)?.body).toEqual({ settings: { heading: 'Alpha!' }, version: 9 }));
    await waitFor(() => expect(told('sectionUpdated')).toHaveLength(1));
  });

  it('what others change meanwhile is shown, here and in the frame', async () => {
    const stream = vi.spyOn(await import('@/shared/api/stream'), 'listen');
    signInAs(undefined, { is_ready: true });
    let isChanged = false;
    const other = {
      ...lists(),
      sortableSections: [section('a', 'Alpha', { version: 9, settings: { heading: 'Theirs' } })],
    };
    serveTheme(
      { ...lists(), sortableSections: [section('a', 'Alpha')] },
      {
        refuse: ({ url }) => (isChanged && url === '/themes/one/index' ? [200, { data: other }] : undefined),
      },
    );
    await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: /Heading/ });
    isChanged = true;
    const [, hear] = stream.mock.lastCall ?? [];
    act(() => hear?.({ event: 'message', data: '{"topics":["theme"]}', id: null }));
    await waitFor(() => expect(heading.value).toBe('Theirs'));
    expect(told('sectionUpdated')).toEqual([expect.objectContaining({ id: 'sec_a' })]);
  });

  it('is only looked at by those who may not edit', async () => {
    signInAs([{ action: 'read', subject: 'Theme' }]);
    serveTheme();
    const { user } = await open();
    expect(screen.getByText(/View only/)).toBeTruthy();
    expect(told('state')[0]).toMatchObject({ mayEdit: false });
    for (const name of ['Publish', 'Undo', 'Add section', 'Actions for Alpha'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    say('add', { before: null });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(row('a') as HTMLElement);
    const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: /Heading/ });
    expect(heading.disabled || heading.readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});

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
