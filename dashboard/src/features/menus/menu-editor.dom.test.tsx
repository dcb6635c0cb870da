import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs, toasts, type Sent } from '@/test/dom';
import { MenuPage } from './menu-page';
import type { MenuLinkIn, MenuLinkView, MenuView } from './menus.api';
import { MenusListPage } from './menus-list-page';

/** A link as the server writes it. */
const linkView = (id: string, more: Partial<MenuLinkView> = {}): MenuLinkView => ({
  id,
  title: { ar: id, en: id },
  link_type: 'CUSTOM',
  entity_id: null,
  url: `/${id}`,
  target: '_self',
  image: null,
  target_name: null,
  target_state: 'shown',
  links: [],
  ...more,
});

const menuView = (links: MenuLinkView[], more: Partial<MenuView> = {}): MenuView => ({
  id: 'mnu_1',
  code: 'main',
  name: { ar: 'القائمة الرئيسية', en: 'Main menu' },
  updated_at: null,
  version: 3,
  links,
  ...more,
});

const links = () => [linkView('home'), linkView('shop', { links: [linkView('new'), linkView('sale')] })];

let stored = 0;

/** The tree that a call sends, as the server would write it. */
const written = (sentLinks: MenuLinkIn[]): MenuLinkView[] =>
  // Links are stored anew, each under an id of its own.
  sentLinks.map((each) =>
    linkView(`stored-${(stored += 1)}`, {
      title: { ar: each.title.ar, en: each.title.en },
      link_type: each.link_type,
      entity_id: each.entity_id ?? null,
      url: each.url ?? '',
      links: written(each.links ?? []),
    }),
  );

const category = (id: string, name: string) => ({
  id,
  name: { ar: name, en: name },
  parent_id: null,
  is_active: true,
  display_order: 0,
});

/** A server with one menu that takes every save, unless `refuse` answers a call. */
function serveMenu(menu: MenuView, refuse?: (call: Sent) => [number, unknown] | undefined) {
  let stored = menu;
  serve((call) => {
    const refusal = refuse?.(call);
    if (refusal) return refusal;
    if (call.url === '/categories/list') return [200, { data: [category('cat_1', 'Cups'), category('cat_2', 'Pots')] }];
    if (call.url === '/pages') return [200, { data: [] }];
    if (call.method === 'PUT') {
      const tree = written(call.body?.links as MenuLinkIn[]);
      stored = { ...stored, version: stored.version + 1, links: tree };
    }
    return [200, { data: stored }];
  });
}

const open = async (language: 'ar' | 'en' = 'en') => {
  const page = await openPage(<MenuPage />, { at: '/menus/mnu_1', path: '/menus/$menu', language });
  await screen.findByRole('heading', { level: 1, name: language === 'ar' ? 'القائمة الرئيسية' : 'Main menu' });
  return page;
};
/** The rows in their order, those below others indented. */
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-link]')].map((each) => each.textContent?.trim() ?? '');
const saves = () => sent.filter((call) => call.method === 'PUT');
/** The outline of the tree that a save sent. */
const outlineOf = (call: Sent | undefined) => {
  const of = (all: MenuLinkIn[]): string =>
    all.map((each) => `${each.title.en}${each.links ? `(${of(each.links)})` : ''}`).join(' ');
  return of(call?.body?.links as MenuLinkIn[]);
};
const pressUndo = (over: object = {}) => fireEvent.keyDown(document.body, { code: 'KeyZ', ctrlKey: true, ...over });
const act = async (user: Awaited<ReturnType<typeof open>>['user'], row: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${row}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
/** The toast with a text: others may still be there. */
const toastOf = async (text: string) => {
  await screen.findByText(text);
  return within(toasts().find((each) => each.textContent?.includes(text)) as HTMLElement);
};
/** Takes a toast away; the harness would press its undo. */
const close = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) =>
  user.click((await toastOf(text)).getByRole('button', { name: /Close|إغلاق/ }));
const save = (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

describe('the list of menus', () => {
  it('ST-07: names each menu, where it is shown, its links, and how many of them shoppers do not see', async () => {
    const row = { id: 'mnu_1', updated_at: null, version: 1 };
    serve(() => [
      200,
      {
        data: [
          { ...row, code: 'main', name: { ar: 'القائمة الرئيسية' }, links_count: 11, broken_count: 2 },
          { ...row, id: 'mnu_2', code: 'footer', name: { ar: 'قائمة التذييل' }, links_count: 1, broken_count: 0 },
        ],
      },
    ]);
    await openPage(<MenusListPage />, { language: 'ar' });
    const main = (await screen.findByRole('link', { name: 'القائمة الرئيسية' })).closest('tr');
    expect(main?.textContent).toContain('أعلى المتجر');
    expect(main?.textContent).toContain('11 رابطًا');
    expect(main?.textContent).toContain('رابطان لا يظهران للمتسوقين');
    const footer = screen.getByRole('link', { name: 'قائمة التذييل' });
    expect(footer.getAttribute('href')).toBe('/menus/mnu_2');
    expect(footer.closest('tr')?.textContent).toContain('رابط واحد');
  });

  it('ST-07: says that it could not be fetched, and tries again', async () => {
    serve(() => [500, { message: 'no' }]);
    const { user } = await openPage(<MenusListPage />);
    serve(() => [200, { data: [] }]);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No menus')).toBeTruthy();
  });
});

describe('the editor of a menu', () => {
  it('ST-07: adds a link to a category, whose name is its text until it is typed over, and saves the whole tree', async () => {
    serveMenu(menuView(links()));
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    const form = within(await screen.findByRole('dialog'));
    await user.click(await form.findByRole('combobox', { name: /Category/ }));
    await user.click(await screen.findByRole('option', { name: 'Cups' }));
    const text = form.getByRole<HTMLInputElement>('textbox', { name: /Link text/ });
    expect(text.value).toBe('Cups');
    await user.clear(text);
    await user.type(text, 'Our cups');
    await user.click(form.getByRole('combobox', { name: /Category/ }));
    await user.click(await screen.findByRole('option', { name: 'Pots' }));
    expect(text.value).toBe('Our cups');
    await user.click(form.getByRole('button', { name: 'Add link' }));
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(document.activeElement?.getAttribute('data-link')).toMatch(/^new-/);
    await save(user);
    await screen.findByText('Menu saved');
    expect(saves()[0]?.body).toMatchObject({
      version: 3,
      links: [
        { link_type: 'CUSTOM', url: '/home' },
        { url: '/shop', links: [{ url: '/new' }, { url: '/sale' }] },
        { title: { ar: 'Our cups', en: 'Pots' }, link_type: 'CATEGORY', entity_id: 'cat_2', target: '_self' },
      ],
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    await close(user, 'Menu saved');
  });

  it('ST-07: a link below another, and none below the third level', async () => {
    serveMenu(menuView([linkView('a', { links: [linkView('b', { links: [linkView('c')] })] })]));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Actions for c' }));
    await screen.findByRole('menuitem', { name: 'Duplicate' });
    expect(screen.queryByRole('menuitem', { name: 'Add link below' })).toBeNull();
    await user.keyboard('{Escape}');
    await act(user, 'b', 'Add link below');
    const form = within(await screen.findByRole('dialog', { name: 'Add link below b' }));
    await user.click(form.getByRole('radio', { name: 'Custom URL' }));
    await user.type(form.getByRole('textbox', { name: /URL/ }), '//example');
    await user.type(form.getByRole('textbox', { name: /Link text/ }), 'Example');
    await user.click(form.getByRole('button', { name: 'Add link' }));
    await form.findByText(/Enter a URL that starts with/);
    await user.clear(form.getByRole('textbox', { name: /URL/ }));
    await user.type(form.getByRole('textbox', { name: /URL/ }), 'Example.com');
    await user.click(form.getByRole('button', { name: 'Add link' }));
    await waitFor(() => expect(rows()).toHaveLength(4));
    await save(user);
    await close(user, 'Menu saved');
    expect(saves()[0]?.body).toMatchObject({
      links: [{ url: '/a', links: [{ url: '/b', links: [{ url: '/c' }, { url: 'https://Example.com' }] }] }],
    });
  });

  it('ST-07: deletes a branch and brings it back, duplicates, and undoes and redoes all of it by the keyboard', async () => {
    serveMenu(menuView(links()));
    const { user } = await open();
    await act(user, 'shop', 'Delete');
    expect(rows()).toEqual(['home']);
    expect(document.activeElement?.getAttribute('data-link')).toBe('home');
    await user.click(
      (await toastOf('\u2068shop\u2069 and the links below it deleted')).getByRole('button', { name: 'Undo' }),
    );
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale']);
    // What was deleted and brought back is no change.
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await act(user, 'shop', 'Duplicate');
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale', 'shop', 'new', 'sale']);
    pressUndo();
    pressUndo();
    expect(rows()).toEqual(['home']);
    pressUndo();
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale']);
    for (const _ of [1, 2, 3]) pressUndo({ shiftKey: true });
    expect(rows()).toHaveLength(7);
    expect(screen.getByRole('button', { name: 'Redo' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rows()).toHaveLength(4);
  });

  it('ST-07: moves a link by the keyboard, in Arabic deeper with the left arrow, and says where it is', async () => {
    serveMenu(menuView(links()));
    const { user } = await open('ar');
    screen.getByRole('button', { name: 'تغيير ترتيب shop' }).focus();
    await user.keyboard(' ');
    const live = document.querySelector('[aria-live=assertive]');
    expect(live?.textContent).toBe('تم التقاط «shop»، في المستوى الأول في الموضع 2.');
    await user.keyboard('{ArrowLeft}');
    expect(live?.textContent).toBe('«shop» الآن تحت «home» في الموضع 1.');
    await user.keyboard(' ');
    expect(live?.textContent).toBe('تم وضع «shop» تحت «home» في الموضع 1.');
    await user.click(screen.getByRole('button', { name: 'حفظ' }));
    await close(user, 'تم حفظ القائمة');
    expect(outlineOf(saves()[0])).toBe('home(shop(new sale))');
  });

  it('ST-07: says on its row that shoppers do not see a link, and leaves it out of the preview', async () => {
    const target = (id: string, more: Partial<MenuLinkView>) =>
      linkView(id, { link_type: 'PRODUCT', entity_id: `prd_${id}`, url: '', ...more });
    serveMenu(
      menuView([
        target('gone', { target_state: 'missing' }),
        target('draft', { link_type: 'PAGE', target_state: 'hidden', links: [linkView('below')] }),
        linkView('home'),
      ]),
    );
    const { user } = await open('ar');
    const list = within(screen.getByRole('list', { name: 'روابط القائمة' }));
    const row = (at: number) => list.getAllByRole('listitem')[at]?.textContent;
    expect(row(0)).toContain('المنتج محذوف · لا يظهر للمتسوقين');
    expect(row(1)).toContain('الصفحة غير منشورة · يظهر عنوانًا بلا رابط');
    const preview = document.querySelector<HTMLElement>('[data-preview]') as HTMLElement;
    expect(preview.textContent).toBe('drafthome');
    await user.click(within(preview).getByRole('button', { name: 'draft' }));
    expect(preview.textContent).toBe('drafthomebelow');
  });

  it('ST-07: adds the categories, tells of it and takes it back', async () => {
    serveMenu(menuView([linkView('cups', { link_type: 'CATEGORY', entity_id: 'cat_1', url: '' })]));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add from categories' }));
    const note = await toastOf('1 link added from categories');
    expect(rows()).toEqual(['cups', 'Pots']);
    await user.click(note.getByRole('button', { name: 'Undo' }));
    expect(rows()).toEqual(['cups']);
  });

  it('ST-07: an undo of a save writes the tree back as it was', async () => {
    serveMenu(menuView(links()));
    const { user } = await open();
    await act(user, 'home', 'Delete');
    await save(user);
    await user.click((await toastOf('Menu saved')).getByRole('button', { name: 'Undo' }));
    await screen.findByText('Previous menu restored');
    expect(saves().map(outlineOf)).toEqual(['shop(new sale)', 'home shop(new sale)']);
    expect(saves()[1]?.body?.version).toBe(4);
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale']);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('ST-07: a refused save marks the link and opens its form at the field', async () => {
    serveMenu(menuView(links()), ({ method }) =>
      method === 'PUT'
        ? [422, { message: 'Wrong', errors: { 'links.0.links.1.title.en': ['This text is too long.'] } }]
        : undefined,
    );
    const { user } = await open();
    await act(user, 'home', 'Delete');
    await save(user);
    const form = within(await screen.findByRole('dialog', { name: 'Edit link' }));
    expect(form.getByText('This text is too long.')).toBeTruthy();
    // The language of the message is open, and its field has the focus.
    const field = form.getByRole('textbox', { name: 'Link text (English)' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    const row = document.querySelector('[data-link=sale]')?.closest('[role=listitem]');
    expect(row?.textContent).toContain('This text is too long.');
    expect(document.activeElement?.getAttribute('data-link')).toBe('sale');
    // Changing the link takes the message away.
    await user.click(screen.getByRole('button', { name: 'Edit sale' }));
    const again = within(await screen.findByRole('dialog', { name: 'Edit link' }));
    await user.clear(again.getByRole('textbox', { name: 'Link text (English)' }));
    await user.type(again.getByRole('textbox', { name: 'Link text (English)' }), 'Offers');
    await user.click(again.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(rows()).toContain('Offers'));
    expect(screen.queryByText('This text is too long.')).toBeNull();
  });

  it('ST-07: asks whose links stay when somebody else saved meanwhile, and saves the choice over theirs', async () => {
    const theirs = menuView([linkView('theirs')], { version: 9 });
    serveMenu(menuView(links()), ({ method, body }) =>
      method === 'PUT' && body?.version === 3
        ? [409, { message: 'Stale', code: 'stale_version', errors: {}, current: theirs }]
        : undefined,
    );
    const { user } = await open();
    await act(user, 'home', 'Delete');
    await save(user);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: /shop/ })).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('radio', { name: /theirs/ }));
    await user.click(dialog.getByRole('button', { name: 'Save selection' }));
    await screen.findByText('Menu saved');
    expect(saves().map((call) => [call.body?.version, outlineOf(call)])).toEqual([
      [3, 'shop(new sale)'],
      [9, 'theirs'],
    ]);
    expect(rows()).toEqual(['theirs']);
    await close(user, 'Menu saved');
  });

  it('ST-07: a page that is not published can be chosen and is told so, and a form with changes asks before it closes', async () => {
    serveMenu(menuView(links()), ({ url }) =>
      url === '/pages'
        ? [200, { data: [{ id: 'pag_1', title: { ar: 'من نحن', en: 'About us' }, status: 'draft' }] }]
        : undefined,
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add link' }));
    await user.click(await form.findByRole('radio', { name: 'Page' }));
    await user.click(form.getByRole('combobox', { name: /Page/ }));
    await user.click(await screen.findByRole('option', { name: 'About us (not published)' }));
    expect(form.getByText('Page not published · Not visible to shoppers')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await user.click(form.getByRole('button', { name: 'Add link' }));
    await waitFor(() => expect(rows()).toContain('About us'));
    expect(document.querySelector('[data-preview]')?.textContent).toBe('homeshop');
  });

  it('ST-07: discards all changes and brings them back', async () => {
    serveMenu(menuView(links()));
    const { user } = await open();
    await act(user, 'shop', 'Delete');
    await act(user, 'home', 'Duplicate');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale']);
    await user.click((await toastOf('Changes discarded')).getByRole('button', { name: 'Undo' }));
    expect(rows()).toEqual(['home', 'home']);
  });

  it('ST-07: leaving with unsaved changes asks', async () => {
    serveMenu(menuView(links()));
    const { user, address } = await open();
    await act(user, 'home', 'Delete');
    await user.click(screen.getByRole('link', { name: 'Back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/menus/mnu_1');
  });

  it('ST-07: who may not change menus reads them', async () => {
    signInAs([{ action: 'read', subject: 'Menu' }]);
    serveMenu(menuView(links()));
    await open();
    expect(screen.getByRole('list', { name: 'Menu links' }).textContent).toContain('sale');
    const buttons = screen.getAllByRole('button').map((button) => button.textContent || button.ariaLabel);
    // Only that of the preview, which opens its panel.
    expect(buttons).toEqual(['shop']);
  });

  it('ST-07: an empty menu says what to do next', async () => {
    serveMenu(menuView([]));
    await open('ar');
    expect(screen.getByText('لا توجد روابط بعد')).toBeTruthy();
    expect(screen.getByText('لا توجد روابط ظاهرة للمتسوقين.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'إضافة رابط' })).toBeTruthy();
  });

  it('f12_5: the links that were not saved are offered at the next visit', async () => {
    serveMenu(menuView(links()));
    const { user, unmount } = await open();
    await act(user, 'home', 'Delete');
    // A reload.
    fireEvent(window, new Event('pagehide'));
    unmount();
    const next = await open();
    expect(rows()).toEqual(['home', 'shop', 'new', 'sale']);
    await next.user.click(screen.getByRole('button', { name: 'Restore changes' }));
    expect(rows()).toEqual(['shop', 'new', 'sale']);
  });
});
