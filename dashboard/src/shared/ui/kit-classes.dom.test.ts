import { Checkbox, Combobox, Indicator, Pagination } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { kitClasses } from './kit-classes';

const kit = {
  checkbox: Checkbox.classes,
  pagination: Pagination.classes,
  indicator: Indicator.classes,
  combobox: Combobox.Chevron.classes,
};

describe('class names that plain elements take from the kit', () => {
  it.each(Object.keys(kitClasses) as (keyof typeof kitClasses)[])('%s has them under the same names', (name) => {
    expect(kit[name]).toMatchObject(kitClasses[name]);
  });
});
