import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { ProviderCall } from './provider-calls.api';
import ProviderCallsCard from './provider-calls-card';

const call = (of: object = {}) =>
  part<ProviderCall>({
    id: 'cll_1',
    provider: 'PAYTABS_SA',
    kind: 'payment_refund',
    state: 'done',
    attempts: 1,
    next_attempt_at: null,
    is_in_doubt: false,
    reason: null,
    can_retry: false,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:01Z',
    ended_at: '2026-11-20T10:00:01Z',
    ...of,
  });
const exchange = {
  step: 'paytabs.refund',
  at: '2026-11-20T10:00:00Z',
  method: 'POST',
  address: 'https://secure.paytabs.sa/payment/request',
  request: '{"tran_type":"refund","cart_amount":40}',
  status: 400,
  answer: '{"code":4,"message":"Unable to process"}',
  duration_ms: 420,
};

async function openCalls(calls: readonly unknown[], language: 'ar' | 'en' = 'en') {
  serve(({ url }) => {
    if (url.endsWith('/page')) return [200, { data: { provider_calls: calls, online_payments: null } }];
    if (url.endsWith('/exchanges')) return [200, { data: [exchange] }];
    return [200, { data: call({ state: 'waiting' }) }];
  });
  return openPage(<ProviderCallsCard order="ord_1" mayUpdate />, { language });
}

describe('PY-03, OR-06 what was requested of gateways and couriers', () => {
  it('says what, of whom, how far it is and why not', async () => {
    const reason = {
      code: 'unauthorised',
      message: 'The gateway rejected the credentials.',
      provider_words: 'Bad key',
    };
    await openCalls([
      call({ id: 'cll_3', provider: 'BOSTA', kind: 'courier_book', state: 'waiting', ended_at: null }),
      call({ id: 'cll_2', state: 'refused', reason }),
      call({ kind: 'a_newer_kind' }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 more' }));
    const rows = screen.getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent?.replaceAll(/[\u2066-\u2069]/g, '') ?? '');
    expect(texts[0]).toMatch(/Book shipment · Bosta.*Waiting/);
    expect(texts[1]).toMatch(/Refund · PayTabs.*Refused.*rejected the credentials.*Bad key/);
    expect(texts[2]).toMatch(/Request · PayTabs.*Done/);
  });

  it('names couriers in the reader’s language', async () => {
    await openCalls([call({ provider: 'BOSTA', kind: 'courier_track', state: 'waiting' })], 'ar');
    expect((await screen.findByRole('listitem')).textContent).toMatch(/تتبع الشحنة ·.*بوسطة/);
  });

  it('asks for the details when they are opened, and shows request and answer', async () => {
    await openCalls([call({ state: 'refused' })]);
    const show = await screen.findByRole('button', { name: 'Show details' });
    expect(sent.some(({ url }) => url.includes('exchanges'))).toBe(false);
    await userEvent.click(show);
    const answer = await screen.findByLabelText('Answer');
    expect(answer.textContent).toContain('"message": "Unable to process"');
    expect(screen.getByLabelText('Request').textContent).toContain('"cart_amount": 40');
  });

  it('retries what can be retried, and shows the newest four first', async () => {
    await openCalls([1, 2, 3, 4, 5].map((n) => call({ id: `cll_${n}`, state: 'failed', can_retry: n === 1 })));
    expect(await screen.findAllByRole('listitem')).toHaveLength(4);
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 more' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => sent.some(({ url }) => url === '/provider-calls/cll_1/retry')).toBe(true);
  });

  it('is closed where everything was done', async () => {
    await openCalls([call(), call({ id: 'cll_2' })]);
    const all = await screen.findByRole('button', { name: 'Show 2 completed requests' });
    expect(screen.queryByRole('listitem')).toBeNull();
    await userEvent.click(all);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows at once what failed among what was done', async () => {
    await openCalls([call(), call({ id: 'cll_2', state: 'refused' }), call({ id: 'cll_3' })]);
    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('Refused')).toBeTruthy();
  });

  it('is not there where nothing was requested', async () => {
    const { client } = await openCalls([]);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
