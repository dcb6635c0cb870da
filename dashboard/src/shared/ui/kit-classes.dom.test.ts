import { Checkbox, Combobox, Indicator, Pagination } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { mantineClasses } from './kit-classes';

const kit = {
  checkbox: Checkbox.classes,
  pagination: Pagination.classes,
  indicator: Indicator.classes,
  combobox: Combobox.Chevron.classes,
};

describe('class names that plain elements take from Mantine', () => {
  it.each(Object.keys(mantineClasses) as (keyof typeof mantineClasses)[])(
    '%s has them under the same names',
    (name) => {
      expect(kit[name]).toMatchObject(mantineClasses[name]);
    },
  );
});
