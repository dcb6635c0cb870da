import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { PaymentCasesPage } from './payment-cases-page';

const row = {
  id: 'pcs_1',
  order_id: null,
  order_number: null,
  attempt_id: null,
  transaction_id: 'ptx_1',
  kind: 'unknown_payment',
  amount: '75.00',
  currency: 'SAR',
  opened_at: '2026-11-20T10:00:00Z',
  closed_at: null,
  closed_by: '',
  note: '',
  provider: 'PAYMOB',
  provider_id: '192036465',
  means: 'card',
  scheme: 'Visa',
  last_four: '4242',
};
const ofOrder = { ...row, id: 'pcs_2', order_id: 'ord_1', order_number: 1001, kind: 'amount_differs', amount: '1.00' };

async function open(rows: object[]) {
  const meta = { current_page: 1, per_page: 20, last_page: 1, from: 1, to: rows.length, total: rows.length };
  serve(({ method }) => {
    if (method === 'POST') return [200, { data: { ...row, closed_at: '2026-11-20T11:00:00Z' } }];
    return [200, { data: rows, links: {}, meta }];
  });
  await openPage(<PaymentCasesPage />);
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

describe('PY-03 the payments of the store that somebody has to look at', () => {
  it('names the payment, what to do, and the order where there is one', async () => {
    await open([row, ofOrder]);
    const unknown = await rowOf('unknown payment');
    expect(unknown.textContent).toContain('Paymob');
    expect(unknown.textContent).toContain('Visa •••• 4242');
    expect(unknown.textContent).toContain('192036465');
    expect(unknown.textContent).toContain('Unknown order');
    expect(unknown.textContent).toContain('what this payment is for');
    expect(within(unknown).queryByRole('link')).toBeNull();
    const differs = await rowOf('a different amount was paid');
    expect(differs.textContent).toContain('1001');
    expect(within(differs).getAllByRole('link')[0]?.getAttribute('href')).toBe('/orders/view/ord_1');
  });

  it('is resolved here, with what was done', async () => {
    await open([row]);
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve unknown payment' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('audit log');
    await userEvent.type(within(dialog).getByLabelText(/What was done/), 'From the shop');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }));
    await expect
      .poll(() => sent.find((call) => call.url === '/payment-cases/pcs_1/close')?.body)
      .toEqual({ note: 'From the shop' });
  });

  it('is read alone by who may not update orders', async () => {
    signInAs([{ action: 'read', subject: 'Order' }]);
    await open([row]);
    await rowOf('unknown payment');
    expect(screen.queryByRole('button', { name: /Resolve/ })).toBeNull();
  });

  it('says that nothing waits', async () => {
    await open([]);
    expect(await screen.findByText('No payments to check')).toBeTruthy();
  });
});
