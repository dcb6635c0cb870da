import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { request } from './transport';
import { useApiMutation } from './use-api-mutation';

const rows = { queryKey: ['rows'], queryFn: async () => (await request('GET', '/rows')) as { data: string[] } };
const counters = { queryKey: ['counters'], queryFn: () => request('GET', '/counters') };

function Row({ name, done }: { name: string; done: () => void }) {
  const remove = useApiMutation({
    run: () => request('DELETE', `/rows/${name}`),
    invalidates: [['rows'], ['counters']],
    done,
  });
  return <button onClick={() => remove.mutate()}>{name}</button>;
}
function Rows({ done }: { done: () => void }) {
  useQuery(counters);
  return useQuery(rows).data?.data.map((name) => <Row key={name} name={name} done={done} />);
}

describe('a change', () => {
  it('reports success although its row is removed before the last refetch', async () => {
    let left = ['first'];
    let slow = false;
    serve(async ({ method, url }) => {
      if (method === 'DELETE') {
        left = [];
        slow = true;
      }
      if (slow && url === '/counters') await new Promise((resolve) => setTimeout(resolve, 150));
      return [200, { data: url === '/rows' ? left : 1 }];
    });
    const done = vi.fn();
    const { user } = await openPage(<Rows done={done} />);
    await user.click(await screen.findByRole('button', { name: 'first' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'first' })).toBeNull());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
  });
});
