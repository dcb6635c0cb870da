import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { ProductAccess, ProductFields } from './product-access';

const Page = ({ maySave }: { maySave: boolean }) => (
  <ProductAccess maySave={maySave}>
    <button type="button">Unfold</button>
    <ProductFields>
      <input aria-label="Product name" defaultValue="Oud" />
    </ProductFields>
  </ProductAccess>
);
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Product name' });

describe('PR-01 the form of a product', () => {
  it('is read, with the reason, by a member who may not change products', async () => {
    const { user } = await openPage(<Page maySave={false} />);
    expect(screen.getByText(/don't have permission to edit products/)).toBeTruthy();
    await user.type(await field(), ' of Taif');
    expect((await field()).value).toBe('Oud');
    expect((await field()).matches(':disabled')).toBe(true);
    // What folds and switches stays of use.
    expect(screen.getByRole('button', { name: 'Unfold' }).matches(':disabled')).toBe(false);
  });

  it('is written by whoever may', async () => {
    const { user } = await openPage(<Page maySave />);
    expect(screen.queryByText(/View only/)).toBeNull();
    await user.type(await field(), ' of Taif');
    expect((await field()).value).toBe('Oud of Taif');
  });
});
