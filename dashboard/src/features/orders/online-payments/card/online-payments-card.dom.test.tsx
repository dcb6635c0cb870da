import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { part } from '@/test/part';
import type { OrderView } from '../../orders.api';
import type { OnlineRefund, PaymentAttempt, PaymentTransaction } from '../online-payments.api';
import CasesBanner from './cases-banner';
import OnlinePaymentsCard from './online-payments-card';

const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  currency: 'SAR',
  money: { owed: '0.00', refundable: '60.00' },
});
const attempt = (of: object = {}) =>
  part<PaymentAttempt>({
    id: 'pat_1',
    provider: 'PAYTABS_SA',
    purpose: 'whole_order',
    amount: '100.00',
    currency: 'SAR',
    provider_reference: 'TST1',
    state: 'paid',
    refusal_code: '',
    refusal_words: '',
    created_at: '2026-11-20T10:00:00Z',
    decided_at: '2026-11-20T10:05:00Z',
    expires_at: '2026-11-20T11:00:00Z',
    ...of,
  });
const charge = part<PaymentTransaction>({
  id: 'ptx_1',
  attempt_id: 'pat_1',
  provider: 'PAYTABS_SA',
  provider_id: 'TST1',
  kind: 'charge',
  status: 'paid',
  amount: '100.00',
  currency: 'SAR',
  fee: '2.75',
  means: 'card',
  scheme: 'Visa',
  last_four: '4242',
  is_live: false,
  is_requested: false,
  refunded: '40.00',
  refundable: '60.00',
});
const refund = (of: object) =>
  part<OnlineRefund>({
    id: 'ptx_2',
    transaction_id: 'ptx_1',
    provider: 'PAYTABS_SA',
    amount: '40.00',
    currency: 'SAR',
    state: 'done',
    reason: null,
    call_id: 'cll_1',
    can_retry: false,
    note: null,
    created_at: '2026-11-20T10:10:00Z',
    updated_at: '2026-11-20T10:11:00Z',
    ...of,
  });

function serveOrder(payments: object | null) {
  serve(({ method }) =>
    method === 'GET' ? [200, { data: { order, online_payments: payments, provider_calls: [] } }] : [200, { data: {} }],
  );
}
const ask = vi.fn();
/** The row with a badge. */
async function rowOf(badge: string): Promise<HTMLElement> {
  await screen.findByText(badge);
  const row = screen.getAllByRole('listitem').find((one) => within(one).queryByText(badge));
  if (!row) throw new Error(`no row with ${badge}`);
  return row;
}
async function openCard(payments: object | null, mayUpdate = true) {
  serveOrder(payments);
  ask.mockClear();
  return openPage(<OnlinePaymentsCard order={order} mayUpdate={mayUpdate} ask={ask} />);
}

describe('PY-03 the online payments of an order', () => {
  it('names the gateway, the card, its reference and fee, and what went back', async () => {
    await openCard({ attempts: [attempt()], transactions: [charge], refunds: [], cases: [] });
    const row = await rowOf('Test payment');
    const text = row.textContent?.replaceAll(/[\u2066-\u2069]/g, '') ?? '';
    for (const fact of ['PayTabs', 'Visa •••• 4242', '100.00', 'Paid', 'Test payment', 'TST1', '2.75', '40.00']) {
      expect(text).toContain(fact);
    }
  });

  it('says why a payment was declined, and folds older attempts', async () => {
    const declined = (n: number) =>
      attempt({ id: `pat_${n}`, state: 'declined', refusal_code: 'insufficient_funds', provider_reference: null });
    await openCard({ attempts: [5, 4, 3].map(declined), transactions: [], refunds: [], cases: [] });
    expect(await screen.findAllByText('Reason: insufficient funds')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 earlier attempt' }));
    expect(screen.getAllByText('Reason: insufficient funds')).toHaveLength(3);
  });

  it('is not there without any attempt', async () => {
    const { client } = await openCard(null);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('follows a refund: in progress, refused with its reason, in doubt with a check', async () => {
    const refunds = [
      refund({ id: 'ptx_4', state: 'unknown', can_retry: true }),
      refund({
        id: 'ptx_3',
        state: 'refused',
        reason: { code: 'not_possible', message: 'The gateway can’t refund this payment.', provider_words: 'Too late' },
      }),
      refund({ state: 'requested' }),
    ];
    await openCard({ attempts: [attempt()], transactions: [charge], refunds, cases: [] });
    await screen.findByText('In progress');
    const [refused, doubtful] = [await rowOf('Refused'), await rowOf('Checking')];
    expect(refused.textContent).toContain('The gateway can’t refund this payment.');
    expect(refused.textContent).toContain('Too late');
    await userEvent.click(within(refused).getByRole('button', { name: 'Refund again' }));
    expect(ask).toHaveBeenCalledWith('refund');
    await userEvent.click(within(doubtful).getByRole('button', { name: 'Check again' }));
    await expect.poll(() => sent.some((call) => call.url === '/provider-calls/cll_1/retry')).toBe(true);
  });

  it('does not wait for a payment that somebody has to look at', async () => {
    const waiting = attempt({ state: 'waiting', expires_at: '2026-11-20T12:00:00Z' });
    const open = { id: 'pcs_1', attempt_id: 'pat_1', kind: 'amount_differs', closed_at: null };
    await openCard({ attempts: [waiting], transactions: [], refunds: [], cases: [open] });
    const row = await rowOf('Payment to check');
    expect(row.textContent).not.toMatch(/Waiting for payment|Can be paid until/);
  });

  it('waits for one whose case is closed', async () => {
    const closed = { id: 'pcs_1', attempt_id: 'pat_1', kind: 'amount_differs', closed_at: '2026-11-20T11:00:00Z' };
    await openCard({ attempts: [attempt({ state: 'waiting' })], transactions: [], refunds: [], cases: [closed] });
    expect((await rowOf('Waiting for payment')).textContent).toContain('Can be paid until');
  });

  it('offers nothing to who may only read', async () => {
    signInAs([{ action: 'read', subject: 'all' }]);
    const refunds = [refund({ state: 'refused' }), refund({ id: 'ptx_4', state: 'unknown', can_retry: true })];
    await openCard({ attempts: [attempt()], transactions: [charge], refunds, cases: [] }, false);
    await screen.findByText('Checking');
    expect(screen.queryByRole('button', { name: /Refund again|Check again/ })).toBeNull();
  });
});

describe('PY-03 a payment that somebody has to look at', () => {
  const paidTwice = {
    id: 'pcs_1',
    order_id: 'ord_1',
    kind: 'paid_twice',
    amount: '100.00',
    currency: 'SAR',
    opened_at: '2026-11-20T10:00:00Z',
    closed_at: null,
  };
  const openBanner = async (cases: object[], of: OrderView = order) => {
    serveOrder({ attempts: [attempt()], transactions: [charge], refunds: [], cases });
    ask.mockClear();
    return openPage(<CasesBanner order={of} mayUpdate ask={ask} />);
  };

  it('says what to do, offers it, and is closed with a note', async () => {
    await openBanner([paidTwice, { ...paidTwice, id: 'pcs_2', closed_at: '2026-11-20T12:00:00Z' }]);
    const region = await screen.findByRole('region', { name: 'Payment to check' });
    expect(region.textContent).toContain('Refund one of them.');
    await userEvent.click(within(region).getByRole('button', { name: 'Refund' }));
    expect(ask).toHaveBeenCalledWith('refund');
    await userEvent.click(within(region).getByRole('button', { name: 'Mark as resolved' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
    expect(sent.some((call) => call.method === 'POST')).toBe(false);
    await userEvent.type(within(dialog).getByLabelText(/What was done/), 'Refunded there');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
    await expect
      .poll(() => sent.find((call) => call.url === '/payment-cases/pcs_1/close')?.body)
      .toEqual({ note: 'Refunded there' });
  });

  it('records what was reported in it, by its own case', async () => {
    const owing = part<OrderView>({ ...order, money: { owed: '100.00', refundable: '0.00' } });
    await openBanner([{ ...paidTwice, kind: 'amount_differs', amount: '50.00' }], owing);
    await userEvent.click(await screen.findByRole('button', { name: 'Record payment' }));
    expect(ask).toHaveBeenCalledWith('payment', 'pcs_1');
  });

  it('is quiet once all are closed', async () => {
    const { client } = await openBanner([{ ...paidTwice, closed_at: '2026-11-20T12:00:00Z' }]);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
