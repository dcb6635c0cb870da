import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  say,
  shop,
  frame,
  lists,
  open,
  option,
  options,
  plain,
  row,
  section,
  serveTheme,
  told,
  calls,
} from '@/test/theme-editor-fixture';

const look = option('look', {
  zone: 'settings',
  settings: [
    { ...plain, id: 'primary', type: 'color', label: { ar: 'اللون', en: 'Primary' }, default: '#111111' },
    { ...plain, id: 'radius', type: 'text', max_length: 9, label: { ar: 'الزوايا', en: 'Corners' }, default: 'soft' },
  ],
  presets: [
    { id: 'default', name: { en: 'Look' }, settings: { primary: '#111111', radius: 'soft' } },
    { id: 'coast', name: { en: 'Coast' }, settings: { primary: '#0f4c5c', radius: 'round' } },
  ],
});
const withLook = () => {
  const start = lists();
  start.settingSections = [
    section('look', 'Look', {
      page: 'all',
      zone: 'settings',
      slug: 'look',
      settings: { primary: '#111111', radius: 'soft' },
    }),
  ];
  serveTheme(start, {
    refuse: ({ url }) => (url.endsWith('/section-options') ? [200, { data: [...options, look] }] : undefined),
  });
};
const tried = () => told('lookTried').map(({ look: id }) => id);

describe('TH-04: the looks of the theme', () => {
  it('one is tried in the frame and not saved, and given up', async () => {
    withLook();
    const { user } = await open('/theme/editor?section=sec_look');
    const coast = await screen.findByRole('button', { name: 'Coast' });
    expect(within(screen.getByRole('button', { name: /Original/ })).getByText('Current')).toBeTruthy();
    await user.click(coast);
    expect(tried()).toEqual(['coast']);
    expect(coast.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(tried()).toEqual(['coast', null]);
    expect(document.activeElement).toBe(coast);
    expect(calls('PUT')).toEqual([]);
  });

  it('one is taken as a single step that is undone at once', async () => {
    withLook();
    const { user } = await open('/theme/editor?section=sec_look');
    await user.click(await screen.findByRole('button', { name: 'Coast' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(calls('PUT')).toHaveLength(1));
    expect(calls('PUT')[0]?.body?.settings).toEqual({ primary: '#0f4c5c', radius: 'round' });
    await waitFor(() => expect(told('sectionUpdated').at(-1)).toMatchObject({ id: 'sec_look', tokens: true }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls('PUT')).toHaveLength(2));
    expect(calls('PUT')[1]?.body?.settings).toEqual({ primary: '#111111', radius: 'soft' });
  });

  it('one under the pointer is shown for as long, and none is left behind', async () => {
    withLook();
    const { user } = await open('/theme/editor?section=sec_look');
    const coast = await screen.findByRole('button', { name: 'Coast' });
    await user.hover(coast);
    await waitFor(() => expect(tried()).toEqual(['coast']));
    await user.unhover(coast);
    await waitFor(() => expect(tried()).toEqual(['coast', null]));
    await user.click(coast);
    await user.click(screen.getByRole('button', { name: 'Back to sections' }));
    await waitFor(() => expect(tried().at(-1)).toBeNull());
  });
});

describe('TH-04: what was typed and is wrong', () => {
  const narrow = () =>
    serveTheme(lists(), {
      refuse: ({ url }) =>
        url.endsWith('/section-options')
          ? [
              200,
              {
                data: [
                  option('banner', {
                    settings: [
                      { ...plain, id: 'heading', type: 'text', max_length: 5, label: { en: 'Heading' }, default: '' },
                    ],
                  }),
                ],
              },
            ]
          : undefined,
    });

  it('stays when its section is left, is told, and is led to', async () => {
    narrow();
    const { user } = await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Heading' });
    fireEvent.change(heading, { target: { value: 'much too long' } });
    expect(await screen.findByText('Not saved: 1 field is wrong')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to sections' }));
    await user.click(row('b') as HTMLElement);
    await screen.findByRole('heading', { level: 2, name: 'Beta' });
    expect(screen.getByText('Not saved: 1 field is wrong')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByRole('heading', { level: 2, name: 'Alpha' });
    const again = screen.getByRole<HTMLInputElement>('textbox', { name: 'Heading' });
    expect(again.value).toBe('much too long');
    await waitFor(() => expect(document.activeElement).toBe(again));
    fireEvent.change(again, { target: { value: 'short' } });
    await waitFor(() => expect(screen.queryByText('Not saved: 1 field is wrong')).toBeNull());
    await waitFor(() => expect(calls('PUT').at(-1)?.body?.settings).toEqual({ heading: 'short' }));
  });
});

describe('TH-01: the pages of the editor', () => {
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Page' }));
    await user.click(await screen.findByRole('option', { name }));
    say('ready');
  };

  it('the cart is shown with products and empty, and a wrong address as itself', async () => {
    serveTheme();
    const { user, address } = await open('/theme/editor?section=sec_a');
    await choose(user, 'Cart');
    expect(address()).toBe('/theme/editor?page=cart');
    await waitFor(() => expect(frame().src).toBe(`${shop}/cart?example=filled&editor-session=42`));
    await user.click(screen.getByRole('radio', { name: 'Empty' }));
    await waitFor(() => expect(frame().src).toBe(`${shop}/cart?editor-session=42`));
    await choose(user, '404 page');
    await waitFor(() => expect(frame().src).toBe(`${shop}/404?editor-session=42`));
  });

  it('a page of text is the first published one', async () => {
    const pages = [
      { id: 'pag_1', title: { en: 'Draft' }, slugs: { ar: 'd', en: 'd' }, status: 'draft' },
      { id: 'pag_2', title: { en: 'About' }, slugs: { ar: 'من-نحن', en: 'about' }, status: 'published' },
    ];
    serveTheme(lists(), { refuse: ({ url }) => (url === '/pages' ? [200, { data: pages }] : undefined) });
    const { user } = await open();
    await choose(user, 'Text pages');
    await waitFor(() => expect(decodeURI(frame().src)).toContain('/pages/'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Page to show' }).value).toBe('About');
  });
});
