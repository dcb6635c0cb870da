import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import ChosenProducts from './chosen-products';

const chosen = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `prd_${at}`, name: { ar: `منتج ${at}` } }));

describe('products that were chosen', () => {
  it.each([
    [2, 'بلغت الحد الأقصى: منتجان.'],
    [50, 'بلغت الحد الأقصى: 50 منتجًا.'],
    [200, 'بلغت الحد الأقصى: 200 منتج.'],
  ])('CU-01: %i are the most, in the words for that number', async (max, text) => {
    serve(() => [200, { data: [], meta: { total: 0 } }]);
    await openPage(<ChosenProducts value={chosen(max)} max={max} onChange={() => {}} />, { language: 'ar' });
    expect(screen.getByText(text)).toBeTruthy();
  });
});
