import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { MethodForm } from './method-form';
import type { ShippingMethod } from './shipping.api';

const method: ShippingMethod = {
  id: 'shm_1',
  provider: 'CUSTOM',
  name: { ar: 'توصيل', en: 'Delivery' },
  note: { ar: '', en: '' },
  pickup_address: { ar: '', en: '' },
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
  it('SP-01: a pickup is turned on with its address only', async () => {
    serve(({ body }) => [200, { data: { ...method, ...body, version: 5 } }]);
    const done = vi.fn();
    const pickup: ShippingMethod = { ...method, provider: 'PICKUP', is_active: false };
    const { user } = await openPage(<MethodForm method={pickup} kind="PICKUP" onDone={done} />);
    await user.click(screen.getByRole('switch', { name: /^Active/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Add a pickup address before turning this on.')).toBeTruthy();
    expect(sent.filter((call) => call.method === 'PUT')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: /Pickup address.*Arabic|Pickup address/ }), 'Tahlia Street');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent.find((call) => call.method === 'PUT')).toMatchObject({ body: { is_active: true } });
  });

  it('SP-01: the first delivery method is proposed', async () => {
    serve(({ body }) => [200, { data: { ...method, ...body } }]);
    const proposed = {
      name: { ar: 'توصيل للمدن الرئيسية', en: 'Delivery to main cities' },
      fixed_cost: '25.00',
      countries: ['SA'],
      cities: ['Riyadh', 'Jeddah'],
    };
    const { user } = await openPage(<MethodForm kind="CUSTOM" proposed={proposed} onDone={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Add shipping method' }));
    await waitFor(() =>
      expect(sent.find((call) => call.method === 'POST')).toMatchObject({
        url: '/shipping-methods',
        body: { fixed_cost: '25.00', countries: ['SA'], cities: ['Riyadh', 'Jeddah'], provider: 'CUSTOM' },
      }),
    );
  });

  it('SP-01: its countries are chosen by name and saved by code', async () => {
    serve(({ body }) => [200, { data: { ...method, ...body, version: 5 } }]);
    const done = vi.fn();
    const { user } = await openPage(<MethodForm method={method} kind="CUSTOM" onDone={done} />);
    // A selected country is shown by name at once.
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
