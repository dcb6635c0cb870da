import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { Neighbours } from './order-page';
import { orders } from './orders.api';

/** An order's page opened from a list, whose rows are in the cache. */
function OpenedOrder({ id }: { id: string }) {
  const { data } = useQuery(orders.indexQuery({}));
  return data ? <Neighbours id={id} /> : null;
}

async function open(id: string, numbers: readonly number[]) {
  const data = numbers.map((number) => ({ id: `ord_${number}`, number }));
  serve(() => [200, { data, links: {}, meta: { current_page: 1, total: data.length } }]);
  await openPage(<OpenedOrder id={id} />);
  await screen.findAllByRole('link');
}
// Removes the direction isolates of numbers.
const plain = (text: string | null) => text?.replaceAll(/[\u2066\u2069]/g, '');
const names = () => screen.getAllByRole('link').map((link) => plain(link.getAttribute('aria-label')));
const to = (name: string) =>
  screen
    .getAllByRole('link')
    .find((link) => plain(link.getAttribute('aria-label')) === name)
    ?.getAttribute('href');

describe('OR-02 the orders around an open one', () => {
  it('f12: the previous order is the one before it in number, also in a list with the newest first', async () => {
    await open('ord_1002', [1003, 1002, 1001]);
    expect(to('Previous order #1001')).toBe('/orders/view/ord_1001');
    expect(to('Next order #1003')).toBe('/orders/view/ord_1003');
    // The up arrow follows the list's order.
    expect(names()).toEqual(['Next order #1003', 'Previous order #1001']);
  });

  it('f12: in a list with the oldest first as well', async () => {
    await open('ord_1002', [1001, 1002, 1003]);
    expect(to('Previous order #1001')).toBe('/orders/view/ord_1001');
    expect(to('Next order #1003')).toBe('/orders/view/ord_1003');
  });

  it('f12: the ends of the list say so', async () => {
    await open('ord_1001', [1002, 1001]);
    expect(to('Next order #1002')).toBe('/orders/view/ord_1002');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Last order in the list' }).disabled).toBe(true);
    expect(names()).toEqual(['Next order #1002']);
  });
});
