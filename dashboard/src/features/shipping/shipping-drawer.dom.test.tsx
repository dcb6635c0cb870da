// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { MethodForm } from './shipping-drawer';
import type { ShippingMethod } from './shipping.api';

const method: ShippingMethod = {
  id: 'shm_1',
  provider: 'CUSTOM',
  name: { ar: 'توصيل', en: 'Delivery' },
  note: { ar: '', en: '' },
  is_active: true,
  is_fixed_cost: true,
  fixed_cost: '20.00',
  weight_threshold: 0,
  extra_weight_cost: '0.00',
  extra_weight_grams: 1000,
  countries: ['SA'],
  cities: [],
  is_cod_allowed: true,
  is_courier_name_visible: false,
  display_order: 1,
  version: 4,
};

describe('a shipping method', () => {
  it('SP-01: its countries are chosen by name and saved by code', async () => {
    serve(({ body }) => [200, { data: { ...method, ...(body as object), version: 5 } }]);
    const done = vi.fn();
    const { user } = await openPage(<MethodForm method={method} kind="CUSTOM" onDone={done} />);
    // A country that is chosen already stands there by its name.
    expect(screen.getAllByText('Saudi Arabia').length).toBeGreaterThan(0);
    await user.type(screen.getByRole('combobox', { name: 'Countries' }), 'kuw');
    await user.click(await screen.findByRole('option', { name: 'Kuwait' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent.find((call) => call.method === 'PUT')).toMatchObject({
      url: '/shipping-methods/shm_1',
      body: { countries: ['SA', 'KW'], cities: [], version: 4 },
    });
  });
});
