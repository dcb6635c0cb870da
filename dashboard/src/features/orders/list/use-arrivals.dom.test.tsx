import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useList } from '@/shared/table/use-list';
import { openPage, sent, serve } from '@/test/dom';
import { orders } from '../orders.api';
import { ordersList } from '../orders.search';
import { useArrivals } from './use-arrivals';

function List() {
  const list = useList(ordersList);
  const { fresh, waiting } = useArrivals(list, useQuery(orders.indexQuery(list.params)).data?.data);
  return <output>{`fresh ${[...fresh].join()} waiting ${waiting}`}</output>;
}
const rowsOf = (numbers: readonly number[]) => numbers.map((number) => ({ id: `ord_${number}`, number }));
let numbers: readonly number[] = [];

async function open(at: string) {
  numbers = [1002, 1001];
  serve(({ url }) => [200, { data: rowsOf(url.includes('filter') ? [1001] : numbers), links: {}, meta: {} }]);
  const page = await openPage(<List />, { at, path: '/orders/list' });
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  return page;
}
const shows = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const asksForTheNewest = () => sent.some(({ url }) => url.includes('sort=-number'));

describe('OR-01 orders that arrive while the list is open', () => {
  it('light up at the top of the list, which asks once', async () => {
    const { client } = await open('/orders/list');
    await shows('fresh  waiting 0');
    numbers = [1003, 1002, 1001];
    await act(() => client.invalidateQueries({ queryKey: ['orders'] }));
    await shows('fresh ord_1003 waiting 0');
    expect(asksForTheNewest()).toBe(false);
  });

  it('are counted where a filter hides them', async () => {
    const { client } = await open('/orders/list?status=DLVR');
    await waitFor(() => expect(asksForTheNewest()).toBe(true));
    await shows('fresh  waiting 0');
    numbers = [1004, 1003, 1002, 1001];
    await act(() => client.invalidateQueries({ queryKey: ['orders'] }));
    await shows('fresh  waiting 2');
  });
});
