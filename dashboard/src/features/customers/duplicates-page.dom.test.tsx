import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { DuplicatesPage } from './duplicates-page';

const person = (id: string, name: string) => ({
  id,
  name,
  mobile: '+966551234567',
  email: null,
  orders_count: 1,
  total_spent: '10.00',
  city: 'Riyadh',
  contacts: [],
});
const groups = (by: string, many: number) =>
  Array.from({ length: many }, (_, n) => ({
    by,
    customers: [person(`cus_${by}${n}a`, `Huda ${n}`), person(`cus_${by}${n}b`, `Huda ${n}`)],
  }));

async function open(many: Record<string, number>) {
  serve(({ url }) => {
    const by = new URL(url, 'http://x').searchParams.get('filter[by]') ?? '';
    return [200, { data: { groups: groups(by, many[by] ?? 0), next_cursor: null } }];
  });
  return openPage(<DuplicatesPage />);
}
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find((radio) => radio.checked)?.value;

describe('CU-01 the duplicates', () => {
  it('f12: open on the first tab that has some, with a count on each', async () => {
    const { user } = await open({ email: 0, name: 2, address: 1 });
    await waitFor(() => expect(chosen()).toBe('name'));
    await waitFor(() =>
      expect(screen.getAllByRole('radio').map((radio) => radio.closest('div')?.textContent)).toEqual([
        expect.stringMatching(/Email 0/),
        expect.stringMatching(/Name and city 2/),
        expect.stringMatching(/Address 1/),
      ]),
    );
    // Whoever chose stays there, though there is nothing.
    await user.click(screen.getByRole('radio', { name: /Email/ }));
    await screen.findByText('No duplicates found');
    expect(chosen()).toBe('email');
  });

  it('f12: without any they open on the first tab and say so', async () => {
    await open({});
    await screen.findByText('No duplicates found');
    expect(chosen()).toBe('email');
  });
});
