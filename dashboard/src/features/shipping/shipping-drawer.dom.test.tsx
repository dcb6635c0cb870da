import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import type { Courier } from '@/modules/couriers/couriers.api';
import { part } from '@/test/part';
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
  is_courier_controls_rates: false,
  free_above: null,
  processing_days: 0,
  delivery_days_min: null,
  delivery_days_max: null,
  package_size: 'small',
  unknown_cities: [],
  display_order: 1,
  version: 4,
};

const bosta = part<Courier>({
  provider: 'BOSTA',
  name: { ar: 'بوسطة', en: 'Bosta' },
  regions: [],
  capabilities: part<Courier['capabilities']>({
    booking: 'http',
    has_rates: true,
    sizes: ['small', 'medium'],
    countries: ['EG'],
    currencies: ['EGP', 'SAR'],
  }),
});
const cairo = { code: 'EG-01', name: { ar: 'القاهرة', en: 'Cairo' }, aliases: [], districts: [] };

/** A server with a courier that knows Cairo, by that name and by Maadi. */
const serveCities = (is_connected: boolean) =>
  serve(({ url, body, method: verb }) => {
    if (url.startsWith('/courier-accounts')) return [200, { data: [{ provider: 'BOSTA', is_connected }] }];
    if (url.startsWith('/couriers/BOSTA/cities'))
      return [200, { data: /search=(?:$|Cairo|Maadi)/.test(url) || !url.includes('search') ? [cairo] : [] }];
    return verb === 'GET' ? [404, {}] : [200, { data: { ...method, ...body } }];
  });

describe('a shipping method', () => {
  it('sp_01_a_courier_of_another_country_says_why_it_is_not_offered', async () => {
    serveCities(true);
    signInAs(undefined, { country: 'SA' });
    await openPage(<MethodForm kind="BOSTA" courier={bosta} onDone={vi.fn()} />);
    expect(await screen.findByText("This courier doesn't deliver in your country")).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Connect/ })).toBeNull();
  });

  it('sp_01_a_city_that_the_courier_does_not_know_is_told_beside_the_field', async () => {
    serveCities(true);
    const { user } = await openPage(<MethodForm kind="BOSTA" courier={bosta} onDone={vi.fn()} />);
    const cities = screen.getByRole('combobox', { name: 'Cities' });
    await user.type(cities, 'Cairo{Enter}Maadi{Enter}Jeddah{Enter}');
    expect((await screen.findByText(/unknown to the courier/)).textContent).toBe(
      'City unknown to the courier: \u2068Jeddah\u2069',
    );
    await user.click(cities);
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.queryByText(/unknown to the courier/)).toBeNull());
  });

  it('sp_01_the_method_of_a_courier_has_its_price_its_terms_and_what_the_shopper_reads', async () => {
    serveCities(false);
    const { user } = await openPage(<MethodForm kind="BOSTA" courier={bosta} onDone={vi.fn()} />);
    expect((await screen.findByRole('link', { name: /Connect/ })).getAttribute('href')).toBe(
      '/shipping-settings/couriers/BOSTA',
    );
    await user.type(screen.getByRole('textbox', { name: /Display name/ }), 'Bosta');
    await user.type(screen.getByRole('textbox', { name: /Shipping rate/ }), '60');
    await user.click(screen.getByRole('switch', { name: /Use the courier's rates/ }));
    await user.type(screen.getByRole('textbox', { name: /Free shipping minimum/ }), '900');
    await user.type(screen.getByRole('textbox', { name: 'Processing time' }), '1');
    await user.type(screen.getByRole('textbox', { name: 'Fastest delivery' }), '1');
    await user.type(screen.getByRole('textbox', { name: 'Slowest delivery' }), '3');
    expect(screen.getByText('Arrives in 2 to 4 days')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add shipping method' }));
    await waitFor(() =>
      expect(sent.find((call) => call.method === 'POST')).toMatchObject({
        url: '/shipping-methods',
        body: {
          provider: 'BOSTA',
          is_courier_controls_rates: true,
          free_above: '900.00',
          processing_days: 1,
          delivery_days_min: 1,
          delivery_days_max: 3,
          package_size: 'small',
        },
      }),
    );
  });

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
