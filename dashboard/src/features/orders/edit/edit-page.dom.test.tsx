import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { OrderItem, OrderView } from '../orders.api';
import { OrderEditPage } from './edit-page';

const order = (version: number): OrderView =>
  part<OrderView>({
    id: 'ord_1',
    number: 1001,
    status: 'PEND',
    currency: 'SAR',
    version,
    items: [
      part<OrderItem>({
        line: 1,
        product_id: 'prd_1',
        variant_id: null,
        name: { en: 'Coffee' },
        option_values: [],
        fields: [],
        image_url: null,
        unit_price: '45.00',
        quantity: 2,
        refunded: 0,
      }),
    ],
    full_shipping_fees: '0.00',
    payment_fees: '0.00',
    other_discount: '0.00',
    coupon: null,
    address: null,
  });

const previews = () => sent.filter(({ url }) => url.endsWith('/edit/preview'));

describe('an edit of an order that somebody else changed', () => {
  it('OR-02: keeps its dialog while a field completes its amount, and goes on from the newer version', async () => {
    serve(({ url, body }) => {
      if (url.endsWith('/edit/preview'))
        return body?.version === 1
          ? [409, { code: 'stale', message: 'changed', current: order(2) }]
          : [422, { code: 'invalid', message: 'later', errors: {} }];
      if (url === '/orders/ord_1/page') return [200, { data: { order: order(1) } }];
      return [200, { data: [] }];
    });
    const { user } = await openPage(<OrderEditPage />, {
      at: '/orders/view/ord_1/edit',
      path: '/orders/view/$id/edit',
    });
    const shipping = await screen.findByLabelText(/^Shipping/);
    // At once: a digit that comes late would find the dialog of the first one.
    fireEvent.change(shipping, { target: { value: '15' } });
    const dialog = await screen.findByRole('dialog');
    // The dialog took the focus: the field is left, and is "15.00" from now on.
    act(() => shipping.blur());
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(previews()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(previews().at(-1)?.body?.version).toBe(2));
  });
});
