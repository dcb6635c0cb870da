import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { useCallQueue } from './use-call-queue';

const customer = (name: string, mobile: string) => ({
  mobile,
  fence: 7,
  held_until: '2027-01-01T08:03:00Z',
  customer: null,
  score: { points: 50, band: 'fair', reasons: [] },
  orders: [
    {
      id: `ord_${name}`,
      number: 1,
      state: 'waiting',
      due_at: '2027-01-01T08:00:00Z',
      attempts: 0,
      customer_name: name,
    },
  ],
  calls: [],
  earlier: [],
  is_calling_time: true,
});

function Desk({ order, mayCall = true }: { order?: string; mayCall?: boolean }) {
  const queue = useCallQueue({ requestedOrder: order, onRequestTaken: () => {}, mayCall });
  return (
    <>
      <output>{`${queue.phase} ${queue.order?.customer_name ?? ''}`}</output>
      <button onClick={queue.skip}>skip</button>
      <button onClick={queue.start}>start</button>
      <button onClick={queue.pause}>pause</button>
    </>
  );
}

const calls = () => sent.filter(({ method }) => method === 'POST').map(({ url }) => url.replace('/confirmations', ''));
const shown = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

afterEach(() => void vi.useRealTimers());

describe('the call queue', () => {
  it('or_01_opens_with_the_next_customer_and_releases_them_when_it_is_left', async () => {
    serve(() => [200, { data: customer('Salman', '+966500000001') }]);
    await openPage(<Desk />);
    await shown('calling Salman');
    expect(calls()).toEqual(['/next']);
    cleanup();
    await waitFor(() => expect(calls()).toEqual(['/next', '/release']));
  });

  it('or_01_releases_a_customer_who_was_still_on_the_way_when_it_was_left', async () => {
    let answer: (value: [number, unknown]) => void = () => {};
    serve(({ url }) => (url.endsWith('/next') ? new Promise((resolve) => (answer = resolve)) : [200, { data: null }]));
    await openPage(<Desk />);
    await waitFor(() => expect(calls()).toEqual(['/next']));
    cleanup();
    answer([200, { data: customer('Salman', '+966500000001') }]);
    await waitFor(() => expect(calls()).toEqual(['/next', '/release']));
  });

  it('or_01_opens_the_order_of_a_link_instead_and_leases_nothing_for_readers', async () => {
    serve(() => [200, { data: customer('Mona', '+966500000002') }]);
    await openPage(<Desk order="ord_Mona" />);
    await shown('calling Mona');
    expect(calls()).toEqual(['/ord_Mona/take']);
    cleanup();
    await waitFor(() => expect(calls()).toHaveLength(2));
    await openPage(<Desk mayCall={false} />);
    await shown('paused ');
    expect(calls()).toHaveLength(2);
  });

  it('or_01_starts_again_with_those_who_were_skipped', async () => {
    serve(({ body }) => {
      const passed = (body?.passed ?? []) as string[];
      return [200, { data: passed.length > 0 ? null : customer('Salman', '+966500000001') }];
    });
    const { user } = await openPage(<Desk />);
    await shown('calling Salman');
    await user.click(screen.getByText('skip'));
    await shown('empty ');
    await user.click(screen.getByText('start'));
    await shown('calling Salman');
    await user.click(screen.getByText('pause'));
    await shown('paused ');
    expect(calls().at(-1)).toBe('/release');
  });

  it('or_01_renews_the_lease_only_while_somebody_is_at_the_page', async () => {
    serve(() => [200, { data: customer('Salman', '+966500000001') }]);
    vi.useFakeTimers();
    await openPage(<Desk />);
    await act(() => vi.advanceTimersByTimeAsync(100));
    const renewed = () => calls().filter((url) => url.endsWith('/hold')).length;
    await act(() => vi.advanceTimersByTimeAsync(9 * 60_000));
    expect(renewed()).toBe(12);
    await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
    expect(renewed()).toBe(13);
    window.dispatchEvent(new Event('pointermove'));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(renewed()).toBe(14);
  });
});
