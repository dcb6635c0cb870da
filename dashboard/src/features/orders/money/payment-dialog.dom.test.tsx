import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import { onlinePaymentsQuery } from '../online-payments/online-payments.api';
import type { OrderView } from '../orders.api';
import { PaymentDialog } from './payment-dialog';

const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  version: 3,
  status: 'PEND',
  payment_provider: 'PAYMOB',
  currency: 'EGP',
  money: { owed: '460.00' },
});
const reported = {
  id: 'pcs_1',
  order_id: 'ord_1',
  kind: 'amount_differs',
  amount: '230.00',
  currency: 'EGP',
  closed_at: null,
};

/** The dialog, as the order's page opens it once that is loaded. */
function Page() {
  return useQuery(onlinePaymentsQuery('ord_1')).data && <PaymentDialog order={order} onClose={vi.fn()} />;
}

/** The dialog at an address, and its field of the amount. */
async function openPayment(search: string, ofCase: object = {}) {
  const cases = [{ ...reported, ...ofCase }];
  const page = { order, online_payments: { attempts: [], transactions: [], refunds: [], cases }, provider_calls: [] };
  serve(({ method }) => (method === 'GET' ? [200, { data: page }] : [201, { data: { id: 'ord_1' } }]));
  await openPage(<Page />, { at: `/${search}` });
  const dialog = await screen.findByRole('dialog');
  return { dialog, amount: within(dialog).getByLabelText<HTMLInputElement>(/Amount received/) };
}

describe('PY-03 a payment that is recorded by hand', () => {
  it('proposes what the gateway reported in the case, and not the whole debt', async () => {
    const { dialog, amount } = await openPayment('?dialog=payment&case=pcs_1');
    expect(amount.value).toBe('230.00');
    expect(dialog.textContent).toMatch(/The gateway reported.*230/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    await expect
      .poll(() => sent.find((call) => call.method === 'POST')?.body)
      .toMatchObject({ amount: '230.00', version: 3 });
  });

  it('proposes no amount of another currency', async () => {
    const { amount } = await openPayment('?dialog=payment&case=pcs_1', { kind: 'currency_differs', currency: 'USD' });
    expect(amount.value).toBe('');
  });

  it('proposes the debt where no case is recorded', async () => {
    expect((await openPayment('?dialog=payment')).amount.value).toBe('460.00');
  });

  it('proposes the debt once the case is closed', async () => {
    const { amount } = await openPayment('?dialog=payment&case=pcs_1', { closed_at: '2026-11-20T12:00:00Z' });
    expect(amount.value).toBe('460.00');
  });
});
