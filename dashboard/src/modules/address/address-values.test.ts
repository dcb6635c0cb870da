import { describe, expect, it } from 'vitest';
import { pinnedBody, pinnedValues } from './address-values';

const place = { lat: '24.7', lng: '46.6' };

describe('an address in a form', () => {
  it('comes back as it went in, texts that were not asked for are empty', () => {
    const values = pinnedValues({ name: 'سارة', city: 'الرياض', country: 'SA', geo_location: place });
    expect(values.street).toBe('');
    expect(pinnedBody(values)).toMatchObject({ name: 'سارة', city: 'الرياض', region: '', geo_location: place });
  });
  it('has a place on the map as soon as one of its numbers is written', () => {
    const values = pinnedValues({});
    expect(pinnedBody(values).geo_location).toBeNull();
    // The server reports the missing one.
    expect(pinnedBody({ ...values, lat: '24.7' }).geo_location).toEqual({ lat: '24.7', lng: '' });
  });
  it('has a short address in Saudi Arabia only', () => {
    const values = { ...pinnedValues({}), short_address: 'RRRD2929' };
    expect(pinnedBody({ ...values, country: 'SA' }).short_address).toBe('RRRD2929');
    expect(pinnedBody({ ...values, country: 'AE' }).short_address).toBe('');
  });
});
