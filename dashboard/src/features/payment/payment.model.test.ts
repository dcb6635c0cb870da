import { expect, it } from 'vitest';
import { isSameName } from './payment.model';

it('py_01_a_display_name_that_repeats_the_kind_is_the_same_name', () => {
  expect(isSameName('تحويل بنكي', 'التحويل البنكي')).toBe(true);
  expect(isSameName(' bank transfer', 'Bank transfer')).toBe(true);
  expect(isSameName('تحويل على الراجحي', 'التحويل البنكي')).toBe(false);
});
