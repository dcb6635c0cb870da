import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { signInAs, toasts } from '@/test/dom';
import {
  shop,
  theme,
  section,
  lists,
  serveTheme,
  frame,
  say,
  told,
  open,
  rows,
  row,
  calls,
  choose,
  press,
} from '@/test/theme-editor-fixture';

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

  it('what was typed a moment ago is sent before the page goes out of sight', async () => {
    serveTheme();
    await open('/theme/editor?section=sec_a');
    const heading = await screen.findByRole('textbox', { name: /Heading/ });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent.change(heading, { target: { value: 'Alpha!' } });
    fireEvent(document, new Event('visibilitychange'));
    // The page has its microtasks and no timer any more.
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    expect(calls('PUT')[0]?.body).toEqual({ settings: { heading: 'Alpha!' }, version: 1 });
    vi.restoreAllMocks();
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
    expect(screen.getByText('Not saved: 1 field is wrong')).toBeTruthy();
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

  it('a section that is open and is deleted elsewhere closes with a message', async () => {
    const stream = vi.spyOn(await import('@/shared/api/stream'), 'listen');
    signInAs(undefined, { is_ready: true });
    let isDeleted = false;
    const other = { ...lists(), sortableSections: [section('b', 'Beta')] };
    serveTheme(lists(), {
      refuse: ({ url }) => (isDeleted && url === '/themes/one/index' ? [200, { data: other }] : undefined),
    });
    await open('/theme/editor?section=sec_a');
    await screen.findByRole('heading', { level: 2, name: 'Alpha' });
    isDeleted = true;
    const [, hear] = stream.mock.lastCall ?? [];
    const news = () => act(() => hear?.({ event: 'message', data: '{"topics":["theme"]}', id: null }));
    news();
    await waitFor(() =>
      expect(toasts().map((each) => each.textContent)).toEqual([expect.stringMatching(/deleted elsewhere/)]),
    );
    expect(screen.queryByRole('heading', { level: 2, name: 'Alpha' })).toBeNull();
    expect(told('sectionDeleted')).toContainEqual(expect.objectContaining({ id: 'sec_a' }));
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
