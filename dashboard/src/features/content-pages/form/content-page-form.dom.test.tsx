import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeDraft } from '@/shared/forms/draft';
import { openPage, sent, serve, signInAs, toasts, type Sent } from '@/test/dom';
import { AddContentPage, EditContentPage } from '../content-page';

const stored = {
  id: 'pag_1',
  title: { ar: 'من نحن', en: 'About us' },
  content: { ar: '<p>مرحبًا</p>', en: '<p>Hello</p>' },
  slugs: { ar: 'من-نحن', en: 'about' },
  urls: { ar: 'https://dar.example/pages/من-نحن', en: 'https://dar.example/en/pages/about' },
  status: 'published',
  publish_at: null,
  policy: null as string | null,
  template: null as string | null,
  seo: { meta_title: {}, meta_description: {} },
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  version: 3,
};
const store = { url: 'https://dar.example', default_language: 'ar' };
/** The templates of the live theme. */
let templates: { page: string; of: string; id: string; name: { ar: string; en: string } }[];
const template = {
  policy: 'shipping',
  title: { ar: 'سياسة الشحن', en: 'Shipping policy' },
  content: { ar: '<p>نشحن إلى كل المدن</p>', en: '<p>We ship everywhere</p>' },
};
/** The answer of a save. */
let onSave: (call: Sent) => [number, unknown];

beforeEach(() => {
  // Stubs of browser functions that the editor needs and jsdom lacks.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  vi.stubGlobal('DOMRect', Object);
  document.elementFromPoint = () => null;
  signInAs(undefined, store);
  templates = [];
  onSave = ({ body }) => [200, { data: { ...stored, ...body, id: 'pag_1', version: 4 } }];
  serve((call) => {
    if (call.method !== 'GET') return onSave(call);
    if (call.url === '/pages') return [200, { data: [{ ...stored, id: 'pag_9', policy: 'terms' }] }];
    if (call.url === '/page-templates') return [200, { data: templates }];
    return [200, { data: call.url.startsWith('/pages/policies') ? template : stored }];
  });
});

const saves = () => sent.filter(({ method }) => method === 'POST' || method === 'PUT');
const add = (search = '', language: 'ar' | 'en' = 'en') =>
  openPage(<AddContentPage />, {
    at: `/settings/store/pages/new${search}`,
    path: '/settings/store/pages/new',
    language,
  });
async function edit(language: 'ar' | 'en' = 'en') {
  const page = await openPage(<EditContentPage />, {
    at: '/settings/store/pages/pag_1',
    path: '/settings/store/pages/$id',
    language,
  });
  await screen.findByRole('textbox', { name: /Page content|نص الصفحة/ });
  return page;
}
const titleIn = (language: string) => screen.getByLabelText<HTMLInputElement>(`Page title (${language})`);
const slug = () => screen.getByLabelText<HTMLInputElement>(/End of the URL/);
const address = () => document.querySelector('[data-address]')?.textContent;

describe('a new page', () => {
  it('ST-08: has the address of its title until one is typed, and is published', async () => {
    const { user, address: route } = await add();
    await user.type(await screen.findByLabelText('Page title (العربية)'), 'قصتنا الأولى');
    expect(address()).toBe('https://dar.example/pages/قصتنا-الأولى');
    await user.type(slug(), 'قصتنا');
    expect(address()).toBe('https://dar.example/pages/قصتنا');
    await user.click(screen.getByRole('button', { name: 'Save and publish' }));
    await waitFor(() => expect(route()).toBe('/settings/store/pages/pag_1'));
    expect(saves()).toHaveLength(1);
    expect(saves()[0]).toMatchObject({
      method: 'POST',
      url: '/pages',
      body: {
        title: { ar: 'قصتنا الأولى', en: '' },
        slugs: { ar: 'قصتنا', en: '' },
        status: 'published',
        publish_at: null,
        policy: null,
      },
    });
  });

  it('ST-08: is saved as a draft, and its button says so', async () => {
    const { user } = await add();
    await user.type(await screen.findByLabelText('Page title (العربية)'), 'قصتنا');
    await user.click(screen.getByRole('radio', { name: 'Draft' }));
    await user.click(screen.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() => expect(saves()[0]?.body?.status).toBe('draft'));
  });

  it('ST-08: is not saved without a title or, scheduled, without its time', async () => {
    const { user } = await add();
    await screen.findByLabelText('Page title (العربية)');
    await user.click(screen.getByRole('radio', { name: 'Scheduled' }));
    await screen.findByLabelText(/Publish date/);
    await user.click(screen.getByRole('button', { name: 'Save and schedule' }));
    await waitFor(() => expect(titleIn('العربية').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText(/Publish date/).getAttribute('data-error')).toBe('true');
    expect(saves()).toEqual([]);
  });

  it('ST-08: of a policy begins with its text', async () => {
    await add('?policy=shipping', 'ar');
    expect(await screen.findByText('نشحن إلى كل المدن', { selector: '.ProseMirror *' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('عنوان الصفحة (العربية)').value).toBe('سياسة الشحن');
    expect(screen.getByLabelText<HTMLInputElement>('هذه الصفحة هي', { selector: 'input' }).value).toBe('سياسة الشحن');
  });

  it('ST-08: is a copy of another as a draft without its address', async () => {
    await add('?from=pag_1');
    expect(await screen.findByDisplayValue('نسخة من من نحن')).toBeTruthy();
    expect(await screen.findByText('مرحبًا', { selector: '.ProseMirror *' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Draft' }).checked).toBe(true);
    expect(slug().value).toBe('');
  });

  it('ST-08: says so when the text of the policy does not come', async () => {
    serve(() => [404, { message: 'No such policy' }]);
    await add('?policy=shipping');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByLabelText(/Page title/)).toBeNull();
  });

  it('ST-08: offers a policy once, and its text where nothing is written', async () => {
    const { user } = await add();
    await screen.findByRole('textbox', { name: 'Page content' });
    await user.click(screen.getByLabelText('This page is', { selector: 'input' }));
    const taken = await screen.findByRole('option', { name: 'Terms and conditions (already added)', hidden: true });
    expect(taken.getAttribute('data-combobox-disabled')).toBe('true');
    await user.click(screen.getByRole('option', { name: 'Shipping policy', hidden: true }));
    await user.click(await screen.findByRole('button', { name: 'Use template text' }));
    expect(await screen.findByText('نشحن إلى كل المدن', { selector: '.ProseMirror *' })).toBeTruthy();
    expect(titleIn('العربية').value).toBe('سياسة الشحن');
    expect(screen.queryByRole('button', { name: 'Use template text' })).toBeNull();
  });

  it('ST-08: is offered what was being written', async () => {
    writeDraft('content-page:new', { title: { ar: 'قصتنا', en: '' }, content: { ar: '<p>بدأنا صغارًا</p>', en: '' } });
    const { user } = await add();
    await user.click(await screen.findByRole('button', { name: 'Restore changes' }));
    expect(titleIn('العربية').value).toBe('قصتنا');
    expect(await screen.findByText('بدأنا صغارًا', { selector: '.ProseMirror *' })).toBeTruthy();
  });
});

describe('the form of a page', () => {
  it('ST-08: one switch changes the language of all texts, and of the address', async () => {
    const { user } = await edit();
    expect(address()).toBe('https://dar.example/pages/من-نحن');
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(titleIn('English').value).toBe('About us');
    expect(slug().value).toBe('about');
    expect(address()).toBe('https://dar.example/en/pages/about');
    expect(await screen.findByText('Hello', { selector: '.ProseMirror *' })).toBeTruthy();
    expect(within(screen.getByRole('img', { name: 'Search preview' })).getByText(/About us \|/)).toBeTruthy();
  });

  it('ST-08: says that the old address leads to the new one, before and after the save', async () => {
    const { user } = await edit();
    await user.clear(slug());
    await user.type(slug(), 'عن المتجر');
    expect(screen.getByText('After saving, the previous URL redirects to the new one:')).toBeTruthy();
    onSave = ({ body }) => [200, { data: { ...stored, ...body, slugs: { ar: 'عن-المتجر', en: 'about' }, version: 4 } }];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The previous URL redirects to this page:')).toBeTruthy();
    expect(screen.getByText('https://dar.example/pages/من-نحن')).toBeTruthy();
    expect(saves()[0]?.body).toMatchObject({ version: 3, slugs: { ar: 'عن المتجر', en: 'about' } });
    // Saved: the bar goes.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('ST-08: shows a refused address at its field, in its language', async () => {
    onSave = () => [422, { message: 'Invalid', errors: { 'slugs.en': ['Another page uses this link.'] } }];
    const { user } = await edit();
    await user.type(titleIn('العربية'), '؟');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another page uses this link.')).toBeTruthy();
    expect(slug().value).toBe('about');
    expect(slug().getAttribute('aria-invalid')).toBe('true');
  });

  it('ST-08: shows a refused meta title, which the server names below seo', async () => {
    onSave = () => [422, { message: 'Invalid', errors: { 'seo.meta_title.ar': ['Too long.'] } }];
    const { user } = await edit();
    await user.type(screen.getByLabelText('Meta title'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too long.')).toBeTruthy();
    expect(screen.getByLabelText('Meta title').getAttribute('aria-invalid')).toBe('true');
  });

  it('ST-08: compares with what somebody else saved meanwhile, and saves over it', async () => {
    const theirs = { ...stored, title: { ar: 'عن المتجر', en: 'About us' }, status: 'draft', version: 7 };
    onSave = ({ body }) =>
      body?.version === 7
        ? [200, { data: { ...theirs, ...body, version: 8 } }]
        : [409, { message: 'Stale', code: 'stale', current: theirs }];
    const { user } = await edit();
    await user.type(titleIn('العربية'), ' نحن');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/عن المتجر/)).toBeTruthy();
    await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
    await waitFor(() => expect(saves()).toHaveLength(2));
    // What only they changed is kept.
    expect(saves()[1]?.body).toMatchObject({ version: 7, title: { ar: 'من نحن نحن' }, status: 'draft' });
  });

  it('ST-08: asks before it is left with unsaved changes', async () => {
    const { user, address: route } = await edit();
    await user.type(titleIn('العربية'), '!');
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(route()).toBe('/settings/store/pages'));
  });

  it('ST-08: discards to what was last saved', async () => {
    const { user } = await edit();
    await user.type(titleIn('العربية'), '!');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(titleIn('العربية').value).toBe('من نحن');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('ST-08: deletes the page, leaves without a question, and offers undo', async () => {
    const { user, address: route } = await edit();
    await user.type(titleIn('العربية'), '!');
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(route()).toBe('/settings/store/pages'));
    await waitFor(() => expect(toasts().at(-1)?.textContent).toContain('“About us” deleted'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.some(({ url }) => url === '/pages/pag_1/restore')).toBe(true));
  });

  it('ST-08: is shown in a template of the theme, and says where the theme has none of that name', async () => {
    templates = [
      { page: 'page.contact', of: 'page', id: 'contact', name: { ar: 'تواصل معنا', en: 'Contact' } },
      { page: 'product.gift', of: 'product', id: 'gift', name: { ar: 'هدية', en: 'Gift' } },
    ];
    const { user } = await edit();
    await user.click(await screen.findByLabelText('Template', { selector: 'input' }));
    expect(screen.queryByRole('option', { name: 'Gift', hidden: true })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Contact', hidden: true }));
    expect(screen.getByRole('link', { name: 'Customize template' }).getAttribute('href')).toBe(
      '/theme/editor?page=page.contact',
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()[0]?.body?.template).toBe('contact'));
  });

  it('ST-08: keeps a template that the live theme does not have', async () => {
    serve(({ url }) => [
      200,
      { data: ['/page-templates', '/pages'].includes(url) ? [] : { ...stored, template: 'story' } },
    ]);
    await edit();
    expect(await screen.findByText(/live theme doesn't have this template/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Customize template' })).toBeNull();
  });

  it('ST-08: is read by a member without the permission to change it, in both languages', async () => {
    signInAs([{ action: 'read', subject: 'Page' }], store);
    const { user } = await edit();
    expect(screen.getByText(/You don't have permission to edit pages/)).toBeTruthy();
    expect(titleIn('العربية').matches(':disabled')).toBe(true);
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Page content' }).getAttribute('contenteditable')).toBe('false');
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(titleIn('English').value).toBe('About us');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View in store' }).getAttribute('href')).toBe(
      'https://dar.example/en/pages/about',
    );
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });
});
