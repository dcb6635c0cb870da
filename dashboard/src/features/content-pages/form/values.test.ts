import { describe, expect, it } from 'vitest';
import { part } from '@/test/part';
import type { PageView } from '../content-pages.api';
import { slugOf } from '@/modules/search-preview/slug-preview';
import { plainText, wordsOf } from '@/shared/lib/plain-text';
import { blankPage, bodyOf, checkPage, copyOf, valuesOf } from './values';

const zone = 'Asia/Riyadh';
const page = part<PageView>({
  id: 'pag_1',
  title: { ar: 'من نحن', en: '' },
  content: { ar: '<p>مرحبًا</p>' },
  slugs: { ar: 'من-نحن', en: 'about' },
  status: 'scheduled',
  publish_at: '2099-01-01T06:00:00Z',
  policy: 'terms',
  seo: { meta_title: {}, meta_description: { en: 'Us' } },
});

describe('the values of a page', () => {
  it('ST-08: hold the time of the store, and give back what the server wrote', () => {
    const values = valuesOf(page, zone);
    expect(values.publish_at).toBe('2099-01-01T09:00');
    expect(bodyOf(values, zone)).toEqual({
      title: { ar: 'من نحن', en: '' },
      content: { ar: '<p>مرحبًا</p>', en: '' },
      slugs: { ar: 'من-نحن', en: 'about' },
      status: 'scheduled',
      publish_at: '2099-01-01T06:00:00Z',
      policy: 'terms',
      template: null,
      seo: { meta_title: { ar: '', en: '' }, meta_description: { ar: '', en: 'Us' } },
    });
    expect(bodyOf({ ...values, status: 'draft' }, zone).publish_at).toBeNull();
  });

  it('ST-08: of a new page are published, as merchants expect', () => {
    expect(blankPage().status).toBe('published');
  });

  it('ST-08: of a duplicate are a draft without address and policy, named in its own language', () => {
    const copy = copyOf(page);
    expect(copy).toMatchObject({ status: 'draft', publish_at: '', policy: null, slugs: { ar: '', en: '' } });
    expect(copy.title).toEqual({ ar: 'نسخة من من نحن', en: '' });
    expect(copy.content.ar).toBe('<p>مرحبًا</p>');
    const long = copyOf({ ...page, title: { en: 'x'.repeat(150) } }).title.en;
    expect([...long]).toHaveLength(150);
  });

  it('ST-08: need a title, and a time to come where they are scheduled', () => {
    const paths = (change: Partial<ReturnType<typeof blankPage>>) =>
      Object.keys(checkPage({ ...blankPage(), title: { ar: 'من نحن', en: '' }, ...change }));
    expect(paths({})).toEqual([]);
    expect(paths({ title: { ar: ' ', en: 'About' } })).toEqual(['title.ar']);
    expect(paths({ status: 'scheduled' })).toEqual(['publish_at']);
    expect(paths({ status: 'scheduled', publish_at: '2020-01-01T09:00' })).toEqual(['publish_at']);
    expect(paths({ status: 'scheduled', publish_at: '2099-01-01T09:00' })).toEqual([]);
    expect(paths({ content: { ar: 'x'.repeat(100_001), en: '' } })).toEqual(['content.ar']);
    expect(paths({ meta_title: { ar: '', en: 'x'.repeat(201) } })).toEqual(['meta_title.en']);
    expect(paths({ meta_description: { ar: 'x'.repeat(501), en: '' } })).toEqual(['meta_description.ar']);
  });

  it.each([
    ['عِطْر العُود ١٠٠ مل', 'عطر-العود-100-مل'],
    ["Our  Story: it's new!", 'our-story-its-new'],
    ['✨', ''],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('ST-08: %s is previewed as the slug %s', (title, slug) => expect(slugOf(title)).toBe(slug));

  it('ST-08: a content of empty paragraphs is none', () => {
    expect(plainText('<p></p><p>&nbsp;</p>')).toBe('');
    expect(plainText('<h2>عن</h2><p>المتجر</p>')).toBe('عن المتجر');
    const video =
      '<figure data-video="https://vimeo.com/1"><a href="https://vimeo.com/1">https://vimeo.com/1</a></figure>';
    expect(wordsOf(`<p>عن</p>${video}<p>المتجر</p>`)).toBe('عن المتجر');
  });
});
