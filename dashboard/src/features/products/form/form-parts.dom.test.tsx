import { screen, waitFor, within } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { Form } from '@/shared/forms/form';
import { FormLanguageProvider, FormLanguageSwitch } from '@/shared/forms/form-language';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import type { ProductView } from '../products.api';
import type { ProductFormState } from './product-form';
import { StatusCard } from './status-card';
import { blankProduct, type ProductValues } from './values';
import { blankVariant } from './variants';
import { VariantsTable } from './variants-table';
import { part } from '@/test/part';

/** The rendered form. */
const shownForm: { now?: ProductFormState } = {};

/** Renders a part of the product form with given values. */
function FormFixture({
  values,
  children,
}: {
  values: Partial<ProductValues>;
  children: (form: ProductFormState) => ReactNode;
}) {
  const form = useApiForm<ProductValues>({ initialValues: { ...blankProduct(), ...values } });
  useEffect(() => {
    shownForm.now = form;
  });
  return (
    <Form form={form} onSave={async () => undefined} label="Product">
      {children(form)}
    </Form>
  );
}

describe('PR-03 the status of a product', () => {
  it('f12: is one choice, which writes both fields', async () => {
    const product = part<ProductView>({
      state: 'published',
      publish_at: null,
      archived_at: null,
      updated_at: '2026-11-20T10:00:00Z',
    });
    const { user } = await openPage(
      <FormFixture values={{ qty: 3 }}>{(of) => <StatusCard form={of} product={product} />}</FormFixture>,
    );
    const group = screen.getByRole('radiogroup', { name: 'Status' });
    const choices = within(group).getAllByRole<HTMLInputElement>('radio');
    expect(choices.map((radio) => radio.value)).toEqual(['published', 'unpublished', 'inactive']);
    // There is no second switch for active or published.
    expect(screen.getAllByRole('switch').map((one) => one.closest('div')?.textContent)).toEqual([
      expect.stringContaining('Tax exempt'),
    ]);
    const now = () => [shownForm.now?.getValues().is_active, shownForm.now?.getValues().is_published];
    expect(now()).toEqual([true, true]);
    await user.click(screen.getByRole('radio', { name: /^Draft/ }));
    await waitFor(() => expect(now()).toEqual([true, false]));
    await user.click(screen.getByRole('radio', { name: /^Inactive/ }));
    await waitFor(() => expect(now()[0]).toBe(false));
    await user.click(screen.getByRole('radio', { name: /^Published/ }));
    await waitFor(() => expect(now()).toEqual([true, true]));
  });
});

describe('PR-02 prices of variants', () => {
  it('f12: the sale price of the product stands as the placeholder where a variant has none', async () => {
    const red = blankVariant(['أحمر']);
    const blue = { ...blankVariant(['أزرق']), regular_price: '90.00' };
    const values = {
      product_type: 'multi',
      regular_price: '100.00',
      sale_price: '80.00',
      variants: [red, blue],
    } as const;
    await openPage(
      <FormFixture values={{ ...values, variants: [...values.variants] }}>
        {(of) => <VariantsTable form={of} />}
      </FormFixture>,
    );
    const field = (label: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
    expect(field(/^Sale price: أحمر/).placeholder).toBe('80.00');
    expect(field(/^(Regular price|Price): أحمر/).placeholder).toBe('100.00');
    // A variant with its own price does not take the product's sale price.
    expect(field(/^Sale price: أزرق/).placeholder).toBe('');
  });
});

describe('PR-01 the language of a form', () => {
  it('f12: one switch turns every text of the form, and no field has its own', async () => {
    const name = { ar: 'عطر', en: 'Perfume' };
    const short = { ar: 'نص', en: 'Text' };
    const { user } = await openPage(
      <FormFixture values={{ name, short_description: short }}>
        {(of) => (
          <FormLanguageProvider>
            <FormLanguageSwitch form={of} names={['name', 'short_description']} label="Content language" />
            <TranslatedField form={of} name="name" label="Name" />
            <TranslatedField form={of} name="short_description" label="Short" />
          </FormLanguageProvider>
        )}
      </FormFixture>,
    );
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
    const shownRows = () =>
      screen
        .getAllByRole<HTMLInputElement>('textbox')
        .filter((field) => field.closest('[hidden]') === null)
        .map((field) => field.value);
    expect(shownRows()).toEqual(['عطر', 'نص']);
    await user.click(screen.getByRole('radio', { name: /English/ }));
    await waitFor(() => expect(shownRows()).toEqual(['Perfume', 'Text']));
  });
});
