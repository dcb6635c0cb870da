// The features' long forms store drafts (shared/forms/form-draft.tsx); each is opened with a draft of its own record,
// and restores it.
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { CategoryForm } from '@/features/categories/category-drawer';
import { CodRulesPage } from '@/features/cod-rules/cod-rules-page';
import { CustomerForm } from '@/features/customers/customer-form';
import { SegmentDrawer } from '@/features/customers/segments/segment-drawer';
import { OrderEditPage } from '@/features/orders/edit/edit-page';
import { MethodForm } from '@/features/shipping/method-form';
import { writeDraft } from '@/shared/forms/draft';
import { openPage, serve } from './dom';

const orderEdit = { at: '/orders/view/ord_1/edit', path: '/orders/view/$id/edit' };
const nothing = () => undefined;
const order = {
  id: 'ord_1',
  number: 1001,
  status: 'PEND',
  currency: 'SAR',
  version: 2,
  items: [
    {
      line: 1,
      product_id: 'prd_a',
      variant_id: null,
      name: { ar: 'قميص', en: 'Shirt' },
      option_values: [],
      fields: [],
      image_url: null,
      unit_price: '10.00',
      quantity: 2,
      refunded: 0,
    },
  ],
  full_shipping_fees: '20.00',
  payment_fees: '0.00',
  other_discount: '0.00',
  coupon: null,
  address: null,
  sender_name: 'سارة',
  mobile: '+966551112233',
};
const rules = {
  rules: [],
  otherwise: 'confirm',
  high_value: '500.00',
  deposit_hours: 48,
  has_prepaid: true,
  has_bank_account: true,
  version: 1,
};

/** A page that parses its address is opened under its path. */
const forms: [
  record: string,
  page: () => ReactNode,
  changed: Record<string, unknown>,
  shown: string,
  where?: { at: string; path: string },
][] = [
  ['customer:new', () => <CustomerForm customer={null} onDone={nothing} />, { name: 'Noura' }, 'Noura'],
  [
    'category:new',
    () => <CategoryForm category={null} parent={null} onDone={nothing} />,
    { name: { ar: 'أكواب', en: 'Mugs' } },
    'أكواب',
  ],
  ['shipping-method:new-CUSTOM', () => <MethodForm kind="CUSTOM" onDone={nothing} />, { fixed_cost: '31.00' }, '31.00'],
  [
    'segment:new',
    () => <SegmentDrawer />,
    { name: 'Who came back' },
    'Who came back',
    { at: '/customers/segments/new', path: '/customers/segments/$segment' },
  ],
  ['cod-rules', () => <CodRulesPage />, { high_value: '725.00' }, '725.00'],
  ['order-edit:ord_1', () => <OrderEditPage />, { note: 'Called twice' }, 'Called twice', orderEdit],
];

it.each(forms)(
  'f12_5: %s is offered what was being written, and puts it back',
  async (record, page, changed, shown, where) => {
    serve(({ method, url }) => {
      if (url.includes('preview')) return [422, { message: 'Not now', errors: {} }];
      if (url.includes('cod-rules')) return [200, { data: rules }];
      if (method === 'GET' && url.startsWith('/orders'))
        return [200, { data: url.endsWith('/page') ? { order } : order }];
      return [200, { data: [] }];
    });
    writeDraft(record, changed);
    const { user } = await openPage(page(), where);
    await user.click(await screen.findByRole('button', { name: 'Restore changes' }));
    await waitFor(() => expect(screen.getAllByDisplayValue(shown).length).toBeGreaterThan(0));
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  },
);

it('f12_5: a line that is gone by now does not come back with the draft of an order', async () => {
  serve(({ method, url }) => {
    if (url.includes('preview')) return [422, { message: 'Not now', errors: {} }];
    return [200, { data: method === 'GET' && url === '/orders/ord_1/page' ? { order } : [] }];
  });
  writeDraft('order-edit:ord_1', { items: [{ ...order.items[0], line: 7 }], note: 'Called twice' });
  const { user } = await openPage(<OrderEditPage />, orderEdit);
  await user.click(await screen.findByRole('button', { name: 'Restore changes' }));
  await screen.findByDisplayValue('Called twice');
  expect(screen.queryByText('Shirt')).toBeNull();
});
