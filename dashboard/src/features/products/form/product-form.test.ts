import { describe, expect, it } from 'vitest';
import type { ProductView } from '../products.api';
import { amounts } from './amounts';
import { productParams, productsSearch } from '../products.model';
import { dayOf, endOfDay, startOfDay, wallClockOf } from '@/shared/lib/days';
import { margin, paidPrice, saleRatio } from './margin';
import { blankProduct, bodyOf, valuesOf } from './values';
import {
  blankVariant,
  combinations,
  countCombinations,
  missingVariants,
  settleVariants,
  variantChange,
  type OptionValues,
} from './variants';
import { part } from '@/test/part';

const option = (key: string, values: string[]): OptionValues => ({
  key,
  kind: 'custom',
  name: key,
  values,
  colors: {},
  name_texts: { ar: '', en: '' },
  value_texts: {},
});
const color = option('color', ['أحمر', 'أزرق']);
const size = option('size', ['S', 'M']);

describe('variants', () => {
  it('pr_02_options_make_every_combination', () => {
    expect(combinations([color, size])).toEqual([
      ['أحمر', 'S'],
      ['أحمر', 'M'],
      ['أزرق', 'S'],
      ['أزرق', 'M'],
    ]);
    expect(countCombinations([color, option('x', [])])).toBe(0);
    expect(combinations([])).toEqual([]);
  });

  it('pr_02_a_variant_keeps_what_it_holds_while_its_values_stand', () => {
    const red = { ...blankVariant(['أحمر']), id: 'var_1', regular_price: '10.00', qty: 7 };
    const blue = { ...blankVariant(['أزرق']), id: 'var_2' };
    const more = settleVariants([color], [option('color', ['أزرق', 'أخضر', 'أحمر'])], [red, blue]);
    expect(more.map((variant) => [variant.id, variant.values[0]])).toEqual([
      ['var_2', 'أزرق'],
      [null, 'أخضر'],
      ['var_1', 'أحمر'],
    ]);
    expect(more[2]).toEqual(red);
  });

  it('pr_02_a_new_option_is_given_to_what_exists_with_its_first_value', () => {
    const red = { ...blankVariant(['أحمر']), id: 'var_1', qty: 7 };
    const blue = { ...blankVariant(['أزرق']), id: 'var_2', qty: 3 };
    const all = settleVariants([color], [color, size], [red, blue]);
    expect(all.map((variant) => [variant.id, ...variant.values, variant.qty])).toEqual([
      ['var_1', 'أحمر', 'S', 7],
      [null, 'أحمر', 'M', null],
      ['var_2', 'أزرق', 'S', 3],
      [null, 'أزرق', 'M', null],
    ]);
    const back = settleVariants([color, size], [color], all);
    expect(back.map((variant) => [variant.id, ...variant.values])).toEqual([
      ['var_1', 'أحمر'],
      ['var_2', 'أزرق'],
    ]);
    // The first option was removed, the second stays at another index.
    expect(settleVariants([color, size], [size], all).map((v) => [v.id, ...v.values])).toEqual([
      ['var_1', 'S'],
      [null, 'M'],
    ]);
  });

  it('pr_02_what_the_merchant_took_out_stays_out_and_can_be_made_again', () => {
    const only = [{ ...blankVariant(['أحمر', 'S']), id: 'var_1' }];
    const wider = option('size', ['S', 'M', 'L']);
    const after = settleVariants([color, size], [color, wider], only);
    expect(after.map((variant) => variant.values.join())).toEqual(['أحمر,S', 'أحمر,L', 'أزرق,L']);
    expect(missingVariants([color, size], only)).toHaveLength(3);
  });

  it('pr_02_a_value_that_is_typed_again_brings_its_variant_back', () => {
    const red = { ...blankVariant(['أحمر']), id: 'var_1', sku: 'R' };
    const blue = { ...blankVariant(['أزرق']), id: 'var_2' };
    const less = option('color', ['أزرق']);
    const remaining = settleVariants([color], [less], [red, blue]);
    expect(remaining).toEqual([blue]);
    expect(settleVariants([less], [color], remaining, [red])).toEqual([red, blue]);
  });
});

describe('prices', () => {
  it('va_02_margin_is_counted_in_whole_minor_units', () => {
    expect(margin('100.00', '60', 2)).toEqual({ profit: '40.00', ratio: 0.4 });
    expect(margin('0.300', '0.1', 3)).toEqual({ profit: '0.200', ratio: 0.6666 });
    expect(margin('10', '12.50', 2)).toEqual({ profit: '-2.50', ratio: -0.25 });
    expect(margin('90071992547409.93', '0.01', 2)?.profit).toBe('90071992547409.92');
    expect([margin('', '1', 2), margin('0', '1', 2), margin('1', '', 2)]).toEqual([null, null, null]);
  });
  it('pr_01_a_sale_counts_only_below_the_regular_price', () => {
    expect(paidPrice('100', '80')).toBe('80');
    expect(paidPrice('100', '120')).toBe('100');
    expect(saleRatio('100', '75', 2)).toBe(0.25);
    expect(saleRatio('100', '100', 2)).toBeNull();
  });
});

describe('days of a sale', () => {
  it('pr_01_a_sale_runs_over_whole_days_of_the_store', () => {
    expect(startOfDay('2026-11-21', 'Asia/Riyadh')).toBe('2026-11-20T21:00:00Z');
    expect(endOfDay('2026-11-21', 'Asia/Riyadh')).toBe('2026-11-21T20:59:59Z');
    expect(dayOf('2026-11-20T21:00:00Z', 'Asia/Riyadh')).toBe('2026-11-21');
    expect(dayOf('2026-11-20T20:59:59Z', 'Asia/Riyadh')).toBe('2026-11-20');
    expect(dayOf(null, 'Asia/Riyadh')).toBe('');
    // The clock changes in Cairo on the night to 24 April 2026.
    expect(dayOf(startOfDay('2026-04-25', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2026-04-25');
    expect(endOfDay('2026-07-01', 'Africa/Cairo')).toBe('2026-07-01T20:59:59Z');
  });
});

const view = part<ProductView>({
  product_type: 'multi',
  name: { ar: 'قميص' },
  short_description: {},
  description: {},
  category_ids: ['cat_1'],
  image_ids: ['med_1'],
  images: [{ id: 'med_1', url: '/o', urls: { '320': '/s' } }],
  regular_price: '100.00',
  sale_price: '80.00',
  sale_from: '2026-11-20T22:15:00Z',
  sale_until: null,
  cost_price: null,
  sku: 'A',
  barcode: null,
  has_unlimited_qty: true,
  qty: 0,
  min_qty: null,
  max_qty: 3,
  low_stock_at: null,
  weight_amount: '0.5',
  weight_unit: 'kg',
  requires_shipping: true,
  has_free_shipping: false,
  is_tax_free: false,
  is_active: true,
  is_published: true,
  seo: { meta_title: {}, meta_description: { ar: 'وصف' }, keywords: {} },
  page_link: 'قميص',
  page_links: { en: 'shirt' },
  template: 'gift',
  related: [{ id: 'prd_9', name: { ar: 'حزام' }, cover_url: null, state: 'published' }],
  publish_at: null,
  tags: ['جديد'],
  options: [
    { name: 'color', values: ['أحمر'] },
    { name: 'الطول', values: ['1'] },
  ],
  variants: [
    {
      id: 'var_1',
      option_values: ['أحمر', '1'],
      regular_price: null,
      sale_price: null,
      cost_price: null,
      sku: 'V',
      barcode: null,
      has_unlimited_qty: true,
      qty: 4,
      weight_amount: null,
      image_id: 'med_1',
      is_active: true,
    },
  ],
  dynamic_fields: [{ field_label: { ar: 'الاسم' }, field_type: 'text', field_required: true, choices: [] }],
  version: 4,
});

describe('the product form', () => {
  it('pr_01_what_was_read_is_what_is_sent', () => {
    const body = bodyOf(valuesOf(view, 'Asia/Riyadh'), view, 'Asia/Riyadh');
    expect(body).toMatchObject({
      name: { ar: 'قميص', en: '' },
      image_ids: ['med_1'],
      regular_price: '100.00',
      // The hour that somebody set through the API stays while the day does.
      sale_from: '2026-11-20T22:15:00Z',
      sale_until: null,
      weight_amount: '0.5',
      options: view.options,
      version: 4,
      has_unlimited_qty: false,
    });
    for (const price of amounts) expect(body[price]).toBe(view[price]);
    expect(body.variants).toEqual(view.variants);
  });
  it('pr_02_a_basic_product_sends_no_options', () => {
    const body = bodyOf({ ...valuesOf(view, undefined), product_type: 'basic', qty: 5 }, view, undefined);
    expect([body.options, body.variants, body.qty]).toEqual([[], [], 5]);
  });
  it('pr_06_choices_go_only_with_the_type_that_has_them', () => {
    const fields = [
      {
        key: 'a',
        field_label: { ar: 'نص', en: '' },
        field_type: 'text' as const,
        field_required: false,
        choices: ['x'],
      },
    ];
    expect(bodyOf({ ...blankProduct(), dynamic_fields: fields }, null, undefined).dynamic_fields).toEqual([
      { field_label: { ar: 'نص', en: '' }, field_type: 'text', field_required: false, choices: [] },
    ]);
  });
  it('pr_03_the_moment_of_publishing_is_on_the_stores_clocks', () => {
    const planned = { ...blankProduct(), is_published: false, publish_at: '2026-11-25T09:30' };
    expect(bodyOf(planned, null, 'Asia/Riyadh').publish_at).toBe('2026-11-25T06:30:00Z');
    expect(wallClockOf('2026-11-25T06:30:00Z', 'Asia/Riyadh')).toBe('2026-11-25T09:30');
    expect(bodyOf({ ...planned, is_published: true }, null, 'Asia/Riyadh').publish_at).toBeNull();
    expect(bodyOf({ ...planned, publish_at: '' }, null, 'Asia/Riyadh').publish_at).toBeNull();
  });
  it('pr_02_a_colour_goes_with_its_value', () => {
    const options = [{ ...color, kind: 'color' as const, colors: { أحمر: '#cc0000', أخضر: '#00cc00' } }];
    const sentOptions = bodyOf({ ...blankProduct(), product_type: 'multi', options }, null, undefined).options;
    expect(sentOptions).toEqual([
      {
        name: 'color',
        values: ['أحمر', 'أزرق'],
        colors: { أحمر: '#cc0000' },
        name_texts: { ar: '', en: '' },
        value_texts: {},
      },
    ]);
  });
  it('pr_02_what_saving_does_to_the_variants_is_told_before', () => {
    const stored = [{ id: 'var_1' }, { id: 'var_2' }];
    expect(variantChange(stored, [{ id: 'var_1' }, { id: null }, { id: null }])).toEqual({
      kept: 1,
      added: 2,
      removed: 1,
    });
    expect(variantChange([], [{ id: null }])).toEqual({ kept: 0, added: 1, removed: 0 });
  });
});

describe('the products list', () => {
  it('pr_01_the_tab_of_what_is_out_of_stock_is_a_stock_filter', () => {
    const of = (raw: Record<string, string>) => productParams(productsSearch(raw));
    expect(of({ state: 'out', stock: 'low' })).toMatchObject({ 'filter[stock]': 'out' });
    expect(of({ state: 'out' })['filter[state]']).toBeUndefined();
    expect(of({ state: 'published', type: 'multi' })).toMatchObject({
      'filter[state]': 'published',
      'filter[type]': 'multi',
      sort: '-created_at',
    });
  });
});
