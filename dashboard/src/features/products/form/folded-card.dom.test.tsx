import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { Form } from '@/shared/forms/form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { FoldedCard } from './folded-card';
import type { ProductFormState } from './product-form';
import { RareCards } from './rare-cards';
import { blankProduct, type ProductValues } from './values';

const head = (name: string) => screen.getByRole('button', { name });
const isOpen = (name: string) => head(name).getAttribute('aria-expanded') === 'true';

/** A product's form in which English keywords are required. */
function Page({ children }: { children: (form: ProductFormState) => ReactNode }) {
  const form = useApiForm<ProductValues>({
    initialValues: blankProduct(),
    validate: ({ keywords }) => (keywords.en ? {} : { 'keywords.en': 'Needed' }),
  });
  return (
    <Form form={form} onSave={async () => undefined} label="Product">
      {children(form)}
      <button type="submit">Send</button>
    </Form>
  );
}

describe('PR-01 rarely needed fields of a product', () => {
  it('f12_5: are folded with a line about them, and open and close by key', async () => {
    const { user } = await openPage(<Page>{(form) => <RareCards form={form} base={null} />}</Page>);
    for (const name of ['Shipping', 'Custom fields', 'SEO']) expect(isOpen(name)).toBe(false);
    screen.getByText('Requires shipping, No weight');
    head('Shipping').focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('switch', { name: /^Requires shipping/ }));
    expect(isOpen('Shipping')).toBe(true);
    head('Shipping').focus();
    await user.keyboard('{Enter}');
    expect(isOpen('Shipping')).toBe(false);
    screen.getByText('No shipping required');
  });

  it('f12_5: open by themselves for an error, whose field has the focus, and do not fold once it is mended', async () => {
    const { user } = await openPage(
      <Page>
        {(form) => (
          <FoldedCard form={form} title="SEO" summary="Automatic" paths={['keywords']} height={40}>
            <TextInput label="Keywords" {...form.getInputProps('keywords.en')} />
          </FoldedCard>
        )}
      </Page>,
    );
    expect(screen.queryByLabelText('Keywords')).toBeNull();
    await user.click(head('Send'));
    await screen.findByText('Needed');
    expect(isOpen('SEO')).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Keywords')));
    await user.keyboard('a');
    await waitFor(() => expect(screen.queryByText('Needed')).toBeNull());
    expect(isOpen('SEO')).toBe(true);
  });
});
