import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import type { OrderView } from '../orders.api';
import { ReceiptsBanner } from './receipts-banner';
import { part } from '@/test/part';

const order = part<OrderView>({
  id: 'ord_1',
  number: 1001,
  payment_provider: 'BANK',
  currency: 'SAR',
  money: { owed: '120.00' },
});
const receipt = (status: string) => ({
  id: 'rcp_1',
  status,
  sent_at: '2026-11-20T10:00:00Z',
  is_picture: false,
  file_name: 'receipt.pdf',
  twins: [],
  amount: null,
  reason: null,
  decided_by: null,
});

const banner = async (status: string, mayUpdate = true) => {
  serve(() => [200, { data: [receipt(status)] }]);
  return openPage(<ReceiptsBanner order={order} mayUpdate={mayUpdate} />);
};

describe('OR-09 a receipt that waits', () => {
  it('f12: is accepted or refused where the page begins, accepting first', async () => {
    await banner('waiting');
    const region = await screen.findByRole('region', { name: 'Transfer receipt to review' });
    const variants = within(region)
      .getAllByRole('button', { name: /Accept|Decline/ })
      .map((button) => [button.textContent, button.dataset.variant ?? 'filled']);
    expect(variants).toEqual([
      ['Accept', 'filled'],
      ['Decline', 'default'],
    ]);
    expect(region.textContent).toContain('120.00');
  });

  it('f12: is shown without the buttons to who may not decide', async () => {
    await banner('waiting', false);
    await screen.findByRole('region', { name: 'Transfer receipt to review' });
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it.each(['accepted', 'refused'])('f12: is quiet once it is %s', async (status) => {
    const { client } = await banner(status);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
