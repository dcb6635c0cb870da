import { expect, it } from 'vitest';
import { linkKind } from './link-value';

it('TH-04: a link names products, categories and pages by their ids', () => {
  expect(linkKind('prd_0000000000001')).toBe('product');
  expect(linkKind('cat_0000000000001')).toBe('category');
  expect(linkKind('pag_0000000000001')).toBe('page');
  expect(linkKind('ord_0000000000001')).toBeNull();
  expect(linkKind('/collections')).toBeNull();
});
