import { describe, expect, it } from 'vitest';
import { part } from '@/test/part';
import { allPages, type PageRow } from './content-pages.api';
import { missingPolicies, shownOf, storeAddressOf } from './content-pages.model';
import { newPageSearch } from './content-pages.search';

const row = (id: string, ar: string, en: string, more: Partial<PageRow> = {}) =>
  part<PageRow>({
    id,
    title: { ar, en },
    slugs: { ar: ar.replaceAll(' ', '-'), en: en.toLowerCase().replaceAll(' ', '-') },
    status: 'published',
    policy: null,
    updated_at: '2026-11-01T10:00:00Z',
    ...more,
  });
const rows = [
  row('pag_1', 'من نحن', 'About us', { updated_at: '2026-11-03T10:00:00Z' }),
  row('pag_2', 'أسئلة شائعة', 'FAQ', { status: 'draft', updated_at: '2026-11-05T10:00:00Z' }),
  row('pag_3', 'سياسة الشحن', 'Shipping policy', { policy: 'shipping', updated_at: '2026-11-04T10:00:00Z' }),
];
const ids = (search: Parameters<typeof shownOf>[1]) =>
  shownOf(allPages([...rows]), search, 'ar').data.map(({ id }) => id);

describe('the list of pages', () => {
  it('ST-08: has the newest change first, or the order that was chosen', () => {
    expect(ids({})).toEqual(['pag_2', 'pag_3', 'pag_1']);
    expect(ids({ sort: 'updated_at' })).toEqual(['pag_1', 'pag_3', 'pag_2']);
    expect(ids({ sort: 'title' })).toEqual(['pag_2', 'pag_3', 'pag_1']);
  });

  it('ST-08: is searched by title and address in both languages, however it is spelt', () => {
    expect(ids({ search: 'اسئله' })).toEqual(['pag_2']);
    expect(ids({ search: 'shipping-pol' })).toEqual(['pag_3']);
    expect(ids({ search: 'about', status: 'draft' })).toEqual([]);
    expect(ids({ status: 'draft' })).toEqual(['pag_2']);
  });

  it('ST-08: is paged, and says which rows it shows', () => {
    const many = allPages(Array.from({ length: 45 }, (_, at) => row(`pag_${at}`, 'صفحة', 'Page')));
    const last = shownOf(many, { page: 3 }, 'ar');
    expect([last.data.length, last.meta.from, last.meta.to, last.meta.last_page, last.meta.total]).toEqual([
      5, 41, 45, 3, 45,
    ]);
    expect(shownOf(allPages([]), {}, 'ar').meta).toMatchObject({ from: null, to: null, last_page: 1, total: 0 });
  });

  it('ST-08: knows the policies that no page states', () => {
    expect(missingPolicies(rows)).toEqual(['privacy', 'terms', 'returns']);
  });

  it('ST-08: leads to the store only where shoppers see the page', () => {
    const urls = { ar: 'https://dar.example/pages/x', en: 'https://dar.example/en/pages/y' };
    expect(storeAddressOf({ status: 'published', urls }, 'en')).toBe(urls.en);
    expect(storeAddressOf({ status: 'published', urls: { ar: urls.ar } }, 'en')).toBe(urls.ar);
    expect(storeAddressOf({ status: 'scheduled', urls }, 'ar')).toBeNull();
  });

  it('ST-08: a new page begins with a policy or another page, and with nothing unknown', () => {
    expect(newPageSearch({ policy: 'returns', from: 'pag_1' })).toEqual({ policy: 'returns' });
    expect(newPageSearch({ policy: 'cookies' })).toEqual({});
    expect(newPageSearch({ from: 'pag_1' })).toEqual({ from: 'pag_1' });
  });
});
