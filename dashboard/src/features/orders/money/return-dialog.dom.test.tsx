import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { OrderItem, OrderView } from '../orders.api';
import { ReturnDialog } from './return-dialog';

const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  version: 3,
  currency: 'SAR',
  items: [
    part<OrderItem>({
      line: 1,
      name: { ar: 'عطر', en: 'Perfume' },
      quantity: 2,
      returned: 0,
      is_stock_taken: true,
      option_values: [],
    }),
  ],
  money: { owed: '0.00', refundable: '200.00' },
});
const charge = {
  id: 'ptx_1',
  kind: 'charge',
  provider: 'PAYMOB',
  means: 'card',
  scheme: 'Visa',
  last_four: '4242',
  amount: '120.00',
  currency: 'SAR',
  refundable: '120.00',
};

async function openReturn(charges: object[], refusal?: object, preview?: () => Promise<[number, object]>) {
  const none = { amount: '0.00', vat: '0.00' };
  serve(({ url, method, body }) => {
    if (url.endsWith('/refundable')) {
      const left = { refundable: '200.00', requested: '0.00', overpaid: '0.00', lines: [], shipping: none, fees: none };
      return [200, { data: left }];
    }
    if (url.endsWith('/page')) {
      const payments = { attempts: [], transactions: charges, refunds: [], cases: [] };
      return [200, { data: { order, online_payments: charges.length ? payments : null, provider_calls: [] } }];
    }
    if (url.endsWith('/return-reasons')) {
      const reasons = [
        { id: 'rsn_1', name: { ar: 'تالف', en: 'Damaged' }, is_active: true, version: 1 },
        { id: 'rsn_2', name: { ar: 'مقاس غير مناسب', en: 'Wrong size' }, is_active: true, version: 1 },
      ];
      return [200, { data: reasons }];
    }
    if (url.endsWith('/returns/preview')) {
      if (preview) return preview();
      const lines = (body as { lines: { quantity: number }[] }).lines;
      const amount = body?.refund ? `${(lines[0]?.quantity ?? 0) * 100}.00` : '0.00';
      return [200, { data: { amount, vat: '0.00', not_owed: '0.00' } }];
    }
    if (method === 'POST') return refusal ? [409, refusal] : [201, { data: { id: 'ret_1' } }];
    return [200, { data: [] }];
  });
  await openPage(<ReturnDialog order={order} onClose={vi.fn()} />);
  return screen.findByRole('dialog');
}
const bringBack = async (dialog: HTMLElement, pieces: string) => {
  const field = await within(dialog).findByLabelText(/Returned quantity/);
  await userEvent.clear(field);
  await userEvent.type(field, pieces);
};
const posted = () => sent.find((call) => call.method === 'POST' && call.url === '/orders/ord_1/returns');

describe('OR-04 what goes back into stock', () => {
  const restock = (dialog: HTMLElement) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /^Restock/ });
  const choose = async (dialog: HTMLElement, reason: string) => {
    await userEvent.click(within(dialog).getByRole('combobox', { name: /Return reason/ }));
    await userEvent.click(await screen.findByRole('option', { name: reason }));
  };

  it('follows the reason: damaged goods stay out', async () => {
    const dialog = await openReturn([]);
    await bringBack(dialog, '1');
    expect(restock(dialog).checked).toBe(false);
    await choose(dialog, 'Wrong size');
    expect(restock(dialog).checked).toBe(true);
    await choose(dialog, 'Damaged');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund.*100/ }));
    await expect.poll(() => posted()?.body).toMatchObject({ lines: [{ reason_id: 'rsn_1', is_restocked: false }] });
  });

  it('keeps what the merchant chose, whatever the reason', async () => {
    const dialog = await openReturn([]);
    await bringBack(dialog, '1');
    await userEvent.click(restock(dialog));
    await choose(dialog, 'Wrong size');
    await choose(dialog, 'Damaged');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund.*100/ }));
    await expect.poll(() => posted()?.body).toMatchObject({ lines: [{ reason_id: 'rsn_1', is_restocked: true }] });
  });
});

describe('PY-03 a return of an order that was paid online', () => {
  it('refunds through the gateway in the same step unless the merchant chooses otherwise', async () => {
    const dialog = await openReturn([charge]);
    const through = await within(dialog).findByRole('radio', { name: /Through.*Paymob/ });
    expect((through as HTMLInputElement).checked).toBe(true);
    await bringBack(dialog, '1');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund.*100/ }));
    await expect
      .poll(() => posted()?.body)
      .toMatchObject({
        version: 3,
        lines: [{ line: 1, quantity: 1, reason_id: 'rsn_1' }],
        refund: { transaction_id: 'ptx_1', with_shipping: false },
      });
    expect(await screen.findByText(/Refund requested through.*Paymob/)).toBeTruthy();
  });

  it('goes no further than what was paid there, and by hand as far as the order', async () => {
    const dialog = await openReturn([charge]);
    await bringBack(dialog, '2');
    expect(await within(dialog).findByText(/Exceeds the available.*120/)).toBeTruthy();
    const button = within(dialog).getByRole('button', { name: /^Record return/ });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('radio', { name: /Outside the gateway/ }));
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund.*200/ }));
    await expect.poll(() => posted()?.body).toMatchObject({ refund: { transaction_id: null } });
  });

  it('is refunded by hand where no gateway took the money', async () => {
    const dialog = await openReturn([]);
    await bringBack(dialog, '1');
    expect(within(dialog).queryByRole('radio')).toBeNull();
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund.*100/ }));
    await expect.poll(() => posted()?.body).toMatchObject({ refund: { transaction_id: null } });
    expect(await screen.findByText('Return recorded')).toBeTruthy();
  });

  it('says why nothing came back where the gateway cannot be asked', async () => {
    const message = "The payment method isn't connected.";
    const dialog = await openReturn([charge], { code: 'gateway_not_connected', message });
    await bringBack(dialog, '1');
    await userEvent.click(await within(dialog).findByRole('button', { name: /^Record and refund/ }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('is not recorded before its refund is known, and says when it cannot be', async () => {
    let isDown = true;
    const down: [number, object] = [500, { message: 'down' }];
    const dialog = await openReturn([charge], undefined, () =>
      Promise.resolve(isDown ? down : [200, { data: { amount: '100.00', vat: '0.00', not_owed: '0.00' } }]),
    );
    await bringBack(dialog, '1');
    const record = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Record/ });
    expect(record().disabled).toBe(true);
    const alert = await within(dialog).findByText("Couldn't calculate the refund. Try again.");
    expect(record().disabled).toBe(true);
    isDown = false;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await expect.poll(() => record().textContent).toMatch(/100/);
    expect(record().disabled).toBe(false);
    expect(alert.isConnected).toBe(false);
  });
});
