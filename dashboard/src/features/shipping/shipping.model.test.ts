import { describe, expect, it } from 'vitest';
import { bodyOf, valuesOf } from './shipping.model';
import { part } from '@/test/part';
import type { ShippingMethod } from './shipping.api';

describe('shipping methods', () => {
  const start = { ...valuesOf(), name: { ar: 'توصيل', en: '' }, fixed_cost: '20.00' };

  it('sp_01 weights are kilograms for people and grams on the wire', () => {
    const body = bodyOf(
      { ...start, cost_by: 'weight', threshold_kg: 2.5, step_kg: 0.5, extra_weight_cost: '3.00' },
      'CUSTOM',
    );
    expect(body).toMatchObject({ is_fixed_cost: false, weight_threshold: 2500, extra_weight_grams: 500 });
  });

  it('sp_01 a fixed cost leaves the weights as they are', () => {
    const body = bodyOf(start, 'CUSTOM');
    expect(body).toMatchObject({ is_fixed_cost: true, fixed_cost: '20.00' });
    expect(body).not.toHaveProperty('weight_threshold');
  });

  it('sp_01 the countries that were chosen are sent, and those of a saved method come back', () => {
    expect(bodyOf({ ...start, countries: ['SA', 'KW'] }, 'CUSTOM').countries).toEqual(['SA', 'KW']);
    expect(
      valuesOf(part<ShippingMethod>({ countries: ['JO'], name: {}, note: {}, pickup_address: {}, weight_threshold: 0 }))
        .countries,
    ).toEqual(['JO']);
  });

  it('sp_01 a pickup has neither cost nor cities', () => {
    const body = bodyOf(start, 'PICKUP');
    expect(body).not.toHaveProperty('fixed_cost');
    expect(body).not.toHaveProperty('cities');
    expect(body).not.toHaveProperty('countries');
  });
});
