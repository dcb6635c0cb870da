import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { OrderView } from '../orders.api';
import { RefundDialog } from './refund-dialog';

const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  version: 3,
  currency: 'SAR',
  items: [],
  money: { owed: '0.00', refundable: '100.00' },
});
const charge = {
  id: 'ptx_1',
  kind: 'charge',
  provider: 'PAYMOB',
  means: 'card',
  scheme: 'Visa',
  last_four: '4242',
  amount: '70.00',
  currency: 'SAR',
  refundable: '70.00',
};

async function openRefund({ charges = [charge], requested = '0.00' }: { charges?: object[]; requested?: string } = {}) {
  const none = { amount: '0.00', vat: '0.00' };
  serve(({ url, method, body }) => {
    if (url.endsWith('/refundable')) {
      const left = { refundable: '100.00', requested, overpaid: '0.00', lines: [], shipping: none, fees: none };
      return [200, { data: left }];
    }
    if (url.endsWith('/page')) {
      const payments = { attempts: [], transactions: charges, refunds: [], cases: [] };
      return [200, { data: { order, online_payments: payments, provider_calls: [] } }];
    }
    if (url.endsWith('/preview')) {
      const amount = String(body?.amount);
      return [200, { data: { amount, vat: '0.00', refundable: '100.00', is_possible: true, lines: [] } }];
    }
    if (method === 'POST') return [201, { data: { amount: body?.amount, provider: 'PAYMOB', state: 'requested' } }];
    return [200, { data: [] }];
  });
  await openPage(<RefundDialog order={order} onClose={vi.fn()} />);
  return screen.findByRole('dialog');
}
const enter = async (dialog: HTMLElement, amount: string) => {
  const field = within(dialog).getByLabelText(/^Amount/);
  await userEvent.clear(field);
  await userEvent.type(field, amount);
};
const posted = (path: string) => sent.find((call) => call.method === 'POST' && call.url === `/orders/ord_1/${path}`);

describe('PY-03 a refund of an order that was paid online', () => {
  it('goes through the gateway unless the merchant chooses otherwise, up to what was paid there', async () => {
    const dialog = await openRefund();
    const through = await within(dialog).findByRole('radio', { name: /Through.*Paymob/ });
    expect((through as HTMLInputElement).checked).toBe(true);
    expect(dialog.textContent).toContain('Visa •••• 4242');
    await enter(dialog, '80');
    expect(await within(dialog).findByText(/Exceeds the available/)).toBeTruthy();
    await enter(dialog, '40');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Refund SAR\s?40|^Refund.*40/ }));
    await expect.poll(() => posted('online-refunds')?.body).toMatchObject({ transaction_id: 'ptx_1', version: 3 });
    expect(posted('refunds')).toBeUndefined();
  });

  it('is recorded by hand where the money was returned outside', async () => {
    const dialog = await openRefund();
    await userEvent.click(await within(dialog).findByRole('radio', { name: /Outside the gateway/ }));
    await enter(dialog, '80');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Refund.*80/ }));
    await expect.poll(() => posted('refunds')?.body).toMatchObject({ version: 3 });
    expect(posted('refunds')?.body).not.toHaveProperty('transaction_id');
    expect(posted('online-refunds')).toBeUndefined();
  });

  it('offers no gateway where none took money, and says what is on its way', async () => {
    const dialog = await openRefund({ charges: [{ ...charge, refundable: null }], requested: '30.00' });
    const onItsWay = await within(dialog).findByText(/is being refunded through the gateway/);
    expect(onItsWay.textContent).toContain('30.00');
    expect(within(dialog).queryByRole('radio', { name: /Paymob/ })).toBeNull();
  });
});
