// An editor with a server behind it, for the tests of the page.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { openPage, sent, serve, type Sent } from '@/test/dom';
import type { Section, SectionOption, Theme, ThemePage, Values } from '@/features/theme-editor/theme-editor.api';
import { ThemeEditorPage } from '@/features/theme-editor/theme-editor-page';

export const shop = 'https://shop.example';

export const theme = (more: Partial<Theme> = {}): Theme => ({
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
  pages: ['index', 'product', 'collection', 'cart', 'search', 'page', 'not_found'],
  templates: [],
  pictures: [],
  look: null,
  ...more,
});

export const section = (id: string, name: string, more: Partial<Section> = {}): Section => ({
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

export const plain = { hint: null, group: null, shown_if: null };
export const option = (slug: string, more: Partial<SectionOption> = {}): SectionOption => ({
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
  presets: [{ id: 'default', name: { ar: slug, en: slug }, settings: null }],
  ...more,
});

export const fixed = { page: 'all' };
export const lists = (): ThemePage => ({
  settingSections: [section('look', 'Look', { ...fixed, zone: 'settings' })],
  preSections: [section('header', 'Header', { ...fixed, zone: 'pre' })],
  sortableSections: [section('a', 'Alpha'), section('b', 'Beta'), section('c', 'Gamma', { is_active: false })],
  postSections: [section('footer', 'Footer', { ...fixed, zone: 'post' })],
});

/** A server with one theme; `refuse` may answer a call in its place. */
export function serveTheme(
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

export const options = [option('banner'), option('quote', { most: 1 })];
export const changes = [
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

export const post = vi.fn();
export const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
/** A message of the page in the frame. */
export const say = (type: string, more: object = {}, origin = shop) =>
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
export const told = (type: string) =>
  post.mock.calls.map(([message]) => message as Record<string, unknown>).filter((message) => message.type === type);

export async function open(at = '/theme/editor') {
  const page = await openPage(<ThemeEditorPage />, { at, path: '/theme/editor' });
  await screen.findByRole('heading', { level: 1, name: 'One' });
  await waitFor(() => expect(frame()).toBeTruthy());
  Object.assign(frame().contentWindow ?? {}, { postMessage: post });
  say('ready');
  await waitFor(() => expect(told('state').length).toBeGreaterThan(0));
  return page;
}

export type User = Awaited<ReturnType<typeof open>>['user'];
export const rows = (zone: string) =>
  within(screen.getByRole('region', { name: zone }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent);
export const row = (id: string) => document.querySelector<HTMLElement>(`[data-section="sec_${id}"]`);
export const calls = (method: string) =>
  sent.filter((call) => call.method === method && call.url.startsWith('/themes') && !call.url.includes('/previews'));
export const choose = async (user: User, name: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
export const press = (code: string, over: object = {}) =>
  fireEvent.keyDown(document.body, { code, key: code, ctrlKey: true, ...over });

beforeEach(() => {
  post.mockClear();
  sessionStorage.clear();
});
