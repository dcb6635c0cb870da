import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { serve } from '@/test/dom';
import { box, faults, open, optionOf, patches, sectionOf, setSection, setting } from '@/test/section-settings-fixture';

const decimal = setting('decimal', { id: 'size', min: '0.9', max: '1.2', step: '0.05', decimals: 2, default: '1' });

describe('the inputs of numbers with decimals, fonts, videos and links', () => {
  it('TH-04: a decimal is typed, and stepped by buttons and arrow keys within its bounds', async () => {
    const { user } = await open(optionOf([decimal]), sectionOf({ size: '1' }));
    await user.click(screen.getByRole('button', { name: 'Increase size' }));
    expect(patches.at(-1)).toEqual([{ size: '1.05' }, 'size']);
    fireEvent.keyDown(box('size'), { key: 'ArrowDown' });
    fireEvent.keyDown(box('size'), { key: 'ArrowDown' });
    expect(patches.at(-1)).toEqual([{ size: '0.95' }, 'size']);
    for (let n = 0; n < 9; n += 1) fireEvent.keyDown(box('size'), { key: 'ArrowUp' });
    expect(box('size').value).toBe('1.2');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Increase size' }).disabled).toBe(true);
  });

  it('TH-04: a decimal with too many places or outside its bounds is not reported', async () => {
    const { user } = await open(optionOf([decimal]), sectionOf({ size: '1' }));
    await user.clear(box('size'));
    await user.type(box('size'), '١٫١');
    expect(patches.at(-1)).toEqual([{ size: '1.1' }, 'size']);
    await user.type(box('size'), '٠٥٥');
    const count = patches.length;
    expect(patches.at(-1)).not.toEqual([{ size: '1.1055' }, 'size']);
    await user.tab();
    expect(screen.getByText(/decimal/i)).toBeTruthy();
    await user.clear(box('size'));
    await user.type(box('size'), '7');
    expect(patches).toHaveLength(count);
    expect(faults.at(-1)).toBe(true);
  });

  it('TH-04: fonts are chosen in their own faces', async () => {
    const font = setting('font', {
      id: 'font',
      options: [
        { value: 'cairo', label: { ar: 'القاهرة', en: 'Cairo' } },
        { value: 'gone', label: { ar: 'خط مفقود', en: 'Gone' } },
        { value: 'system', label: { ar: 'خط الجهاز', en: 'Device font' } },
      ],
    });
    const added: unknown[] = [];
    class Face {
      constructor(
        public family: string,
        public bytes: ArrayBuffer,
        public about: { unicodeRange?: string },
      ) {}
      load = () => (this.bytes.byteLength > 0 ? Promise.resolve(this) : Promise.reject(new Error('no font')));
    }
    vi.stubGlobal('FontFace', Face);
    Object.defineProperty(document, 'fonts', {
      value: { add: (face: unknown) => added.push(face) },
      configurable: true,
    });
    const faces = (file: string) => [
      { file: `${file}a`, unicode_range: 'U+0600-06FF' },
      { file: `${file}b`, unicode_range: null },
    ];
    serve(({ url }) =>
      url === '/themes/one/fonts'
        ? [
            200,
            {
              data: [
                { value: 'cairo', family: 'Cairo,sans-serif', faces: faces('c') },
                { value: 'gone', family: 'Gone,serif', faces: faces('g') },
                { value: 'system', family: 'system-ui', faces: [] },
              ],
            },
          ]
        : [404, { message: 'no such call' }],
    );
    const calls = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.includes('/fonts/')) return calls(url, init);
      asked.push(url);
      return Promise.resolve(url.includes('/fonts/c') ? new Response('bytes') : new Response('{}', { status: 404 }));
    });
    const { user } = await open(optionOf([font]), sectionOf({ font: 'cairo' }));
    const cairo = screen.getByRole<HTMLInputElement>('radio', { name: /Cairo/ });
    const familyOf = (name: RegExp) =>
      screen.getByRole('radio', { name }).nextElementSibling?.getAttribute('style') ?? '';
    expect(cairo.checked).toBe(true);
    await waitFor(() => expect(familyOf(/Cairo/)).toMatch(/theme-ca.*Cairo, ?sans-serif/));
    expect(added).toHaveLength(2);
    expect(familyOf(/Device font/)).toContain('system-ui');
    // One that cannot be had stands in the face of the dashboard.
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(familyOf(/Gone/)).toBe('');
    const samples = [...(cairo.nextElementSibling?.querySelectorAll('[lang]') ?? [])];
    expect(samples.map((sample) => [sample.getAttribute('lang'), sample.textContent])).toEqual([
      ['ar', 'أهلًا بك في متجرنا 123'],
      ['en', 'Welcome to our store 123'],
    ]);
    await user.click(screen.getByRole('radio', { name: /Device font/ }));
    expect(patches).toEqual([[{ font: 'system' }, 'font']]);
  });

  it('TH-04: a video says where it comes from, and another address is refused', async () => {
    const { user } = await open(optionOf([setting('video', { id: 'video' })]), sectionOf({ video: '' }));
    await user.type(box('video'), 'https://youtu.be/dQw4w9WgXcQ');
    expect(screen.getByText('YouTube video')).toBeTruthy();
    expect(patches.at(-1)).toEqual([{ video: 'https://youtu.be/dQw4w9WgXcQ' }, 'video']);
    const count = patches.length;
    await user.clear(box('video'));
    await user.type(box('video'), 'https://example.com/a');
    await user.tab();
    expect(screen.getByText(/Paste a YouTube or Vimeo link/)).toBeTruthy();
    expect(patches.length).toBeLessThanOrEqual(count + 1);
  });

  it('TH-04: a link names what it leads to, and says when that is gone', async () => {
    const id = 'pag_0000000000001';
    serve(({ url }) =>
      url.startsWith('/pages')
        ? [200, { data: [{ id, title: { ar: 'من نحن', en: 'About us' }, status: 'draft', slugs: { ar: 'about' } }] }]
        : [404, { message: 'no such call' }],
    );
    const link = setting('link', { id: 'link' });
    const { user } = await open(optionOf([link]), sectionOf({ link: id }));
    expect(await screen.findByText('About us')).toBeTruthy();
    expect(screen.getByText(/Hidden from shoppers/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(patches.at(-1)).toEqual([{ link: '' }, 'link']);
    await user.type(box('link'), '/cart');
    expect(patches.at(-1)).toEqual([{ link: '/cart' }, 'link']);
  });

  it('TH-04: an address of before there was a choice is shown, and becomes a product that can be gone', async () => {
    const [cup, gone] = ['prd_0000000000001', 'prd_0000000000002'];
    let isPublished = true;
    const row = { id: cup, title: { ar: 'كوب', en: 'Cup' }, product_type: 'simple', variants: [], version: 1 };
    serve(({ url }) =>
      url.startsWith('/products/sheet')
        ? [
            200,
            {
              data: {
                rows: url.includes(cup) ? [{ ...row, cells: { is_published: isPublished } }] : [],
                more_than: [],
              },
            },
          ]
        : [404, { message: 'no such call' }],
    );
    const link = optionOf([setting('link', { id: 'link' })]);
    await open(link, sectionOf({ link: '/collections?sort=new' }));
    expect(box('link').value).toBe('/collections?sort=new');
    expect(screen.getByRole('button', { name: /^Choose from store/ })).toBeTruthy();
    expect(patches).toEqual([]);
    setSection((section) => ({ ...section, settings: { link: cup } }));
    expect(await screen.findByText('Cup')).toBeTruthy();
    expect(screen.queryByText(/Hidden from shoppers/)).toBeNull();
    setSection((section) => ({ ...section, settings: { link: gone } }));
    expect(await screen.findByText('Deleted product')).toBeTruthy();
    expect(screen.getByText(/won’t show in your store/)).toBeTruthy();
    isPublished = false;
    setSection((section) => ({ ...section, settings: { link: cup } }));
    expect(await screen.findByText(/Hidden from shoppers/)).toBeTruthy();
  });

  it('TH-04: a link to a page that was deleted is told', async () => {
    serve(({ url }) => (url.startsWith('/pages') ? [200, { data: [] }] : [404, { message: 'no such call' }]));
    await open(optionOf([setting('link', { id: 'link' })]), sectionOf({ link: 'pag_0000000000009' }));
    expect(await screen.findByText('Deleted page')).toBeTruthy();
    expect(screen.getByText(/won’t show in your store/)).toBeTruthy();
  });
});

describe('the point of a picture that stays in sight', () => {
  const picture = { id: 'med_1', url: '/m/1.webp', urls: {}, file_name: 'cup.webp', alt: { en: 'A cup' } };

  it('TH-04: is chosen by pointer and by arrow keys, and the middle goes without saying', async () => {
    serve(({ url }) => (url.startsWith('/media/med_1') ? [200, { data: picture }] : [404, { message: 'no' }]));
    const { user } = await open(optionOf([setting('image', { id: 'image' })]), sectionOf({ image: 'med_1' }));
    const point = await screen.findByRole('button', { name: /Focal point: 50% from the left, 50%/ });
    fireEvent.keyDown(point, { key: 'ArrowLeft' });
    expect(patches.at(-1)).toEqual([{ image: { id: 'med_1', x: 25, y: 50 } }, 'image']);
    fireEvent.keyDown(point, { key: 'ArrowUp' });
    expect(patches.at(-1)).toEqual([{ image: { id: 'med_1', x: 25, y: 25 } }, 'image']);
    await waitFor(() => expect(point.getAttribute('aria-label')).toContain('25% from the top'));
    fireEvent.keyDown(point, { key: 'ArrowRight' });
    fireEvent.keyDown(point, { key: 'ArrowDown' });
    expect(patches.at(-1)).toEqual([{ image: 'med_1' }, 'image']);
    point.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
    fireEvent.click(point, { clientX: 190, clientY: 20, detail: 1 });
    expect(patches.at(-1)).toEqual([{ image: { id: 'med_1', x: 100, y: 25 } }, 'image']);
    await user.click(screen.getByRole('button', { name: /Replace image/ }));
    expect(screen.queryByRole('button', { name: /Focal point/ })).toBeNull();
  });
});
