import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sent, serve } from '@/test/dom';
import {
  setting,
  text,
  optionOf,
  sectionOf,
  patches,
  faults,
  setSection,
  open,
  box,
} from '@/test/section-settings-fixture';

describe('the inputs of a section', () => {
  it('TH-04: a required text is not reported while it is empty, and stays as it was entered', async () => {
    const { user } = await open(optionOf([text('heading', { is_required: true })]), sectionOf({ heading: 'Hi' }));
    await user.clear(box('heading'));
    expect(screen.getByText('This field is required')).toBeTruthy();
    expect(box('heading').value).toBe('');
    expect(patches).toEqual([]);
    // The editor says that something is not saved.
    expect(faults).toEqual([true]);
    await user.type(box('heading'), 'Yo ');
    expect(screen.queryByText('This field is required')).toBeNull();
    expect(faults).toEqual([true, false]);
    expect(patches.at(-1)).toEqual([{ heading: 'Yo ' }, 'heading']);
    // The server trims it: the space that is being typed stays.
    setSection((now) => ({ ...now, settings: { heading: 'Yo' } }));
    await waitFor(() => expect(box('heading').value).toBe('Yo '));
    // An undo shows what there was.
    setSection((now) => ({ ...now, settings: { heading: 'Hi' } }));
    await waitFor(() => expect(box('heading').value).toBe('Hi'));
  });

  it('TH-04: a text of too many letters is kept and not reported', async () => {
    const { user } = await open(optionOf([text('heading', { max_length: 3 })]), sectionOf({ heading: '' }));
    await user.type(box('heading'), 'abcd');
    expect(screen.getByText('Enter at most 3 characters')).toBeTruthy();
    expect(box('heading').value).toBe('abcd');
    expect(patches.map(([patch]) => patch.heading)).toEqual(['a', 'ab', 'abc']);
  });

  it('TH-04: a number lies between its bounds, in Arabic digits too', async () => {
    const range = setting('range', { id: 'limit', min: 12, max: 24, step: 2, default: 12 });
    const { user } = await open(optionOf([range]), sectionOf({ limit: 12 }));
    const field = box('limit');
    expect(screen.getByRole('slider', { name: 'limit' }).getAttribute('aria-valuenow')).toBe('12');
    await user.clear(field);
    expect(screen.getByText('This field is required')).toBeTruthy();
    await user.type(field, '2');
    // It may become 20.
    expect(screen.queryByText(/Enter a value/)).toBeNull();
    await user.tab();
    expect(screen.getByText('Enter a value from 12 to 24')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '٩٩');
    expect(screen.getByText('Enter a value from 12 to 24')).toBeTruthy();
    expect(patches).toEqual([]);
    await user.clear(field);
    await user.type(field, '١٨');
    expect(patches).toEqual([[{ limit: 18 }, 'limit']]);
    const thumb = screen.getByRole('slider', { name: 'limit' });
    fireEvent.keyDown(thumb, { key: 'ArrowRight', code: 'ArrowRight' });
    expect(patches.at(-1)).toEqual([{ limit: 20 }, 'limit']);
    expect(field.value).toBe('20');
  });

  it('TH-04: a whole number, not a fraction', async () => {
    const number = setting('number', { id: 'days', min: 1, max: 30, default: 1 });
    const { user } = await open(optionOf([number]), sectionOf({ days: 7 }));
    await user.type(box('days'), '.5');
    expect(screen.getByText('Enter a whole number')).toBeTruthy();
    expect(patches).toEqual([]);
  });

  it('TH-04: a text has its value in each language, and is required in the first', async () => {
    const heading = text('heading', { is_translatable: true, is_required: true });
    const { user } = await open(optionOf([heading]), sectionOf({ heading: { ar: 'أهلًا', en: 'Hi' } }));
    const arabic = box('heading (العربية)');
    expect([arabic.value, arabic.closest<HTMLElement>('[dir]')?.dir, arabic.lang]).toEqual(['أهلًا', 'rtl', 'ar']);
    await user.clear(arabic);
    expect(screen.getByText('This field is required')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(screen.queryByText('This field is required')).toBeNull();
    // The switch says where it is missing.
    expect(screen.getByRole('radio', { name: 'العربية •' })).toBeTruthy();
    await user.type(box('heading (English)'), '!');
    expect(patches).toEqual([[{ heading: { ar: 'أهلًا', en: 'Hi!' } }, 'heading']]);
    await user.click(screen.getByRole('radio', { name: /العربية/ }));
    expect(box('heading (العربية)').value).toBe('');
  });

  it('TH-04: inputs follow the settings they depend on, below their headings', async () => {
    const settings = [
      setting('checkbox', { id: 'has_button', default: false }),
      text('button', { group: { ar: 'الزر', en: 'Button' }, shown_if: { setting: 'has_button', values: [true] } }),
      setting('url', { id: 'url', shown_if: { setting: 'has_button', values: [true] }, default: '' }),
      text('note', { group: { ar: 'ملاحظة', en: 'Note' } }),
    ];
    const values = { has_button: false, button: '', url: '', note: '' };
    const { user } = await open(optionOf(settings), sectionOf(values), { language: 'ar' });
    expect(screen.queryByRole('group', { name: 'الزر' })).toBeNull();
    expect(within(screen.getByRole('group', { name: 'ملاحظة' })).getAllByRole('textbox')).toHaveLength(1);
    await user.click(screen.getByRole('switch', { name: 'ع-has_button' }));
    expect(patches).toEqual([[{ has_button: true }, 'ع-has_button']]);
    expect(within(screen.getByRole('group', { name: 'الزر' })).getAllByRole('textbox')).toHaveLength(2);
  });

  it('TH-04: a heading that several settings repeat stands above them once', async () => {
    const group = { ar: 'صور المنتج', en: 'Product images' };
    const settings = [text('a', { group }), text('b', { group: { ...group } }), text('c')];
    await open(optionOf(settings), sectionOf({ a: '', b: '', c: '' }), { language: 'ar' });
    expect(screen.getAllByText('صور المنتج')).toHaveLength(1);
    expect(within(screen.getByRole('group', { name: 'صور المنتج' })).getAllByRole('textbox')).toHaveLength(3);
  });

  it("TH-04: the server's message lands on its field and opens its language", async () => {
    const settings = [text('heading', { is_translatable: true }), setting('url', { id: 'url', default: '' })];
    const errors = { 'settings.heading.en': ['Too long.'], 'settings.gone': ['Unknown field.'], name: ['Too short.'] };
    await open(optionOf(settings), sectionOf({ heading: { ar: 'أ', en: 'a' }, url: '' }), { errors });
    const field = box('heading (English)');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.dataset.path).toBe('settings.heading.en');
    expect(screen.getByText('Too long.')).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'English •' })).toBeTruthy();
    // One that has no input is said above them; the section's name is not among the settings.
    expect(screen.getByRole('alert').textContent).toContain('Unknown field.');
    expect(screen.queryByText('Too short.')).toBeNull();
  });

  it('TH-04: an address is judged when it is written, and completed as people write it', async () => {
    const { user } = await open(optionOf([setting('url', { id: 'url', default: '' })]), sectionOf({ url: '' }));
    await user.type(box('url'), '//evil.example');
    await user.tab();
    expect(screen.getByText(/Enter a URL that starts with/)).toBeTruthy();
    expect(patches.map(([patch]) => patch.url)).toEqual(['/']);
    await user.clear(box('url'));
    await user.type(box('url'), 'Shop.example');
    await user.tab();
    expect(patches.at(-1)).toEqual([{ url: 'https://Shop.example' }, 'url']);
  });

  it('TH-04: an address is chosen among the pages of the store', async () => {
    serve(({ url }) => {
      if (url === '/categories/list')
        return [
          200,
          {
            data: [
              { id: 'cat_1', name: { ar: 'أكواب', en: 'Cups' }, slug: 'أكواب', parent_id: null, display_order: 0 },
            ],
          },
        ];
      return [200, { data: [] }];
    });
    const { user } = await open(optionOf([setting('url', { id: 'url', default: '' })]), sectionOf({ url: '' }));
    await user.click(screen.getByRole('button', { name: 'Choose from store: url' }));
    await user.click(screen.getByRole('combobox', { name: 'Link to' }));
    await user.click(await screen.findByRole('option', { name: 'Category' }));
    await user.click(await screen.findByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Cups' }));
    expect(patches).toEqual([[{ url: '/collections/أكواب' }, 'url']]);
    expect(document.activeElement).toBe(box('url'));
    expect(screen.queryByRole('combobox', { name: 'Link to' })).toBeNull();
  });

  it('TH-04: a colour is typed, picked or taken from the palette, and weak contrast is told', async () => {
    const settings = [
      setting('color', { id: 'paper', default: '#ffffff' }),
      setting('color', { id: 'ink', default: '' }),
    ];
    const { user } = await open(optionOf(settings), sectionOf({ paper: '#ffffff', ink: '#1d1b18' }));
    expect(screen.queryByText(/Contrast/)).toBeNull();
    await user.clear(box('ink'));
    await user.type(box('ink'), '٨٨٨');
    expect(patches).toEqual([]);
    await user.tab();
    expect(patches).toEqual([[{ ink: '#888888' }, 'ink']]);
    expect(
      screen.getAllByText('Contrast between the text and page colors is 3.5. Use at least 4.5 for readable text.'),
    ).toHaveLength(2);
    const colors = within(screen.getByRole('group', { name: 'Theme colors: ink' }));
    await user.click(colors.getByRole('button', { name: '#1f3d36' }));
    expect(patches.at(-1)).toEqual([{ ink: '#1f3d36' }, 'ink']);
    expect(screen.queryByText(/Contrast/)).toBeNull();
    await user.clear(box('ink'));
    await user.type(box('ink'), 'red');
    await user.tab();
    expect(screen.getByText('Enter a color code such as #1f3d36')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Pick a color: ink'), { target: { value: '#101010' } });
    expect(patches.at(-1)).toEqual([{ ink: '#101010' }, 'ink']);
  });

  it('TH-04: a picture is shown, replaced and removed', async () => {
    serve(({ url }) => {
      const picture = (id: string) => ({
        id,
        url: `/media/s/${id}.webp`,
        urls: {},
        alt: { en: `The ${id}` },
        file_name: `${id}.webp`,
      });
      if (url.startsWith('/media?'))
        return [200, { data: [{ picture: picture('med_2') }], meta: { next_cursor: null } }];
      return [200, { data: picture('med_1') }];
    });
    const { user } = await open(optionOf([setting('image', { id: 'image' })]), sectionOf({ image: 'med_1' }));
    expect(await screen.findByRole('img', { name: 'The med_1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Replace image' }));
    await user.click(screen.getByRole('button', { name: 'Choose from library' }));
    await user.click(await screen.findByRole('button', { name: 'The med_2' }));
    expect(patches).toEqual([[{ image: 'med_2' }, 'image']]);
    await user.click(await screen.findByRole('button', { name: 'Remove image 1' }));
    expect(patches.at(-1)).toEqual([{ image: null }, 'image']);
  });

  it('TH-04: products are named by one call, and a deleted one is told', async () => {
    serve(({ url }) =>
      url.startsWith('/products/sheet')
        ? [
            200,
            { data: { rows: [{ id: 'prd_1', title: { ar: 'كوب', en: 'Cup' } }], next_cursor: null, more_than: [] } },
          ]
        : [200, { data: [], meta: { total: 0 } }],
    );
    const settings = [setting('products', { id: 'products', max: 5 }), setting('product', { id: 'product' })];
    const { user } = await open(optionOf(settings), sectionOf({ products: ['prd_1', 'prd_2'], product: 'prd_1' }));
    expect(await screen.findByText('Deleted product')).toBeTruthy();
    expect(screen.getAllByText('Cup')).toHaveLength(2);
    expect(sent.filter(({ url }) => url.includes('ids=prd_1,prd_2'))).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Remove \u2068Deleted product\u2069' }));
    expect(patches).toEqual([[{ products: ['prd_1'] }, 'products']]);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(patches.at(-1)).toEqual([{ product: null }, 'product']);
  });

  it('TH-04: pages, menus, icons, short choices and moments', async () => {
    serve(({ url }) => {
      if (url === '/pages')
        return [200, { data: [{ id: 'pag_1', title: { en: 'About' }, slugs: {}, status: 'draft' }] }];
      return [200, { data: [{ id: 'mnu_1', code: 'footer', name: { en: 'Footer' } }] }];
    });
    const choice = (value: string) => ({ value, label: { ar: value, en: value } });
    const settings = [
      setting('page', { id: 'page' }),
      setting('menu', { id: 'menu' }),
      setting('icon', { id: 'icon', options: ['truck', 'rocket'] }),
      setting('select', { id: 'shape', options: [choice('round'), choice('square')] }),
      setting('date', { id: 'until' }),
    ];
    const first = sectionOf({ page: 'pag_9', menu: '', icon: '', shape: 'round', until: '2031-12-31T23:59' });
    const { user } = await open(optionOf(settings), first);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'page' }).value).toBe('Deleted page'),
    );
    const choose = async (name: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('page', 'About (not published)');
    await choose('menu', 'Footer');
    await choose('icon', 'Delivery truck');
    await choose('icon', 'rocket');
    await user.click(screen.getByRole('radio', { name: 'square' }));
    expect(screen.getByRole('button', { name: 'until' }).textContent).toBe('Dec 31, 2031');
    fireEvent.change(screen.getByLabelText(/Time/), { target: { value: '10:30' } });
    expect(patches.map(([patch]) => patch)).toEqual([
      { page: 'pag_1' },
      { menu: 'footer' },
      { icon: 'truck' },
      { icon: 'rocket' },
      { shape: 'square' },
      { until: '2031-12-31T10:30' },
    ]);
  });

  it('TH-04: formatted text in the language of the form; a value from elsewhere replaces it', async () => {
    const body = setting('richtext', { id: 'body', is_translatable: true, max_length: 900 });
    const { user } = await open(optionOf([body]), sectionOf({ body: { ar: '<p>أهلًا</p>', en: '<p>Hello</p>' } }));
    expect(await screen.findByText('أهلًا', { selector: '.ProseMirror *' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(await screen.findByText('Hello', { selector: '.ProseMirror *' })).toBeTruthy();
    setSection((now) => ({ ...now, settings: { body: { ar: '', en: '<p>Bye</p>' } } }));
    expect(await screen.findByText('Bye', { selector: '.ProseMirror *' })).toBeTruthy();
    expect(patches).toEqual([]);
  });

  it('TH-04: nothing can be changed where one may only read', async () => {
    const settings = [
      text('heading'),
      setting('range', { id: 'limit', min: 1, max: 9, step: 1 }),
      setting('checkbox', { id: 'on' }),
      setting('image', { id: 'image' }),
      setting('product', { id: 'product' }),
      setting('url', { id: 'url' }),
    ];
    const item = {
      type: 'item',
      name: { ar: 'عنصر', en: 'Item' },
      most: null,
      missing: null,
      settings: [text('title')],
    };
    const option = optionOf(settings, { blocks: [item], most_blocks: 3 });
    const values = { heading: 'a', limit: 2, on: true, image: null, product: null, url: '/' };
    const blocks = [{ id: 'one', type: 'item', is_active: true, settings: { title: 'First' } }];
    const { user } = await open(option, sectionOf(values, blocks), { isReadOnly: true });
    await user.click(screen.getByRole('button', { name: 'First' }));
    const inputs = [...document.querySelectorAll('input')];
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.filter((input) => !input.matches(':disabled') && !input.hidden)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Add Item' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for First' })).toBeNull();
  });
});
