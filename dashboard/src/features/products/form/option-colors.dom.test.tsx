import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { OptionColors } from './option-colors';
import type { ProductFormState } from './product-form';

describe('colours of an option', () => {
  it('PR-02: a colour known by its name shows as the store shows it, until another is chosen', async () => {
    const option = {
      key: 'option-0',
      kind: 'color' as const,
      name: '',
      values: ['أحمر', 'كحلي', 'موج'],
      colors: { كحلي: '#000080' },
      name_texts: { ar: '', en: '' },
      value_texts: {},
    };
    const form = { errors: {} } as ProductFormState;
    await openPage(<OptionColors form={form} index={0} option={option} onChange={() => {}} />);
    const swatch = (value: string) => screen.getByLabelText<HTMLInputElement>(`Color of ${value}`);
    expect(swatch('أحمر').value).toBe('#c62f2f');
    expect(swatch('أحمر').closest('[data-set]')).not.toBeNull();
    expect(swatch('كحلي').value).toBe('#000080');
    expect(swatch('موج').closest('[data-set]')).toBeNull();
    // Only a chosen colour can be reset.
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });
});
