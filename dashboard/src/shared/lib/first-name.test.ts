import { expect, it } from 'vitest';
import { firstName } from './first-name';

it.each([
  ['نورة العتيبي', 'نورة'],
  ['عبد الله الحربي', 'عبد الله'],
  ['عبدالله الحربي', 'عبدالله'],
  ['Abdul Rahman Saleh', 'Abdul Rahman'],
  ['  Sara  ', 'Sara'],
  ['', ''],
  ['أبو', 'أبو'],
])('DB-01: %s is greeted as %s', (name, greeted) => {
  expect(firstName(name)).toBe(greeted);
});
