import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { QuantityCell } from './quantity-cell';
import type { Location } from './stock.api';
import type { QuantityRow } from './stock.model';

const place: Location = {
  id: 'loc_1',
  name: { ar: 'المستودع', en: 'Warehouse' },
  is_main: true,
  is_active: true,
  display_order: 0,
  version: 1,
};
const row = (key: string, name: string, qty: number): QuantityRow => ({
  key,
  product_id: key,
  name: { ar: name, en: name },
  cover_url: null,
  level: 'in',
  item: {
    variant_id: null,
    option_values: [],
    option_texts: [],
    sku: null,
    is_active: true,
    has_unlimited_qty: false,
    qty,
    held: 0,
    levels: [{ location_id: 'loc_1', qty }],
  },
});

function Rows() {
  return (
    <ul>
      {[row('prd_1', 'Oud', 6), row('prd_2', 'Musk', 8)].map((one) => (
        <li key={one.key}>
          <QuantityCell row={one} place={place} editable />
        </li>
      ))}
    </ul>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) });

describe('a quantity in the list', () => {
  it('pr_03_is_saved_by_enter_which_goes_to_the_next_row', async () => {
    serve(() => [200, { data: {} }]);
    const { user } = await openPage(<Rows />);
    // The first press selects it: what is typed replaces the quantity.
    await user.click(field('Oud'));
    await user.keyboard('9{Enter}');
    expect(document.activeElement).toBe(field('Musk'));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ mode: 'set', qty: 9, location_id: 'loc_1' }));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('9'));
    // An unchanged one is not sent, and the last row keeps the focus.
    const calls = sent.length;
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field('Musk'));
    expect(sent.length).toBe(calls);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(field('Oud'));
    // Taken back as a difference: what was sold meanwhile stays sold.
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ mode: 'take', qty: 3 }));
  });

  it('pr_03_is_restored_by_escape', async () => {
    serve(() => [200, { data: {} }]);
    const { user } = await openPage(<Rows />);
    const calls = sent.length;
    await user.type(field('Oud'), '5{Escape}');
    expect(field('Oud').value).toBe('6');
    await user.tab();
    expect(sent.slice(calls)).toEqual([]);
  });

  it('pr_03_says_at_the_field_why_it_was_refused_and_sends_it_again_only_when_asked', async () => {
    serve(() => [422, { message: 'Invalid', errors: { qty: ['Too many pieces.'] } }]);
    const { user } = await openPage(<Rows />);
    await user.clear(field('Oud'));
    await user.type(field('Oud'), '70{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many pieces.');
    expect(field('Oud').value).toBe('70');
    expect(field('Oud').getAttribute('aria-invalid')).toBe('true');
    const calls = sent.length;
    await user.click(field('Oud'));
    await user.click(field('Musk'));
    expect(sent.length).toBe(calls);
    await user.type(field('Oud'), '{Escape}');
    expect(field('Oud').value).toBe('6');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
