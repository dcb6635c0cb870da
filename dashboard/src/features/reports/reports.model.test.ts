import { describe, expect, it } from 'vitest';
import { conversionOf, daysIn, daysOf } from './reports.model';
import { reportSearch } from './reports.search';

describe('DB-01 the period of a report', () => {
  const today = '2027-01-15';
  it('is read from the address, and what is wrong is dropped', () => {
    expect(reportSearch({})).toEqual({});
    expect(reportSearch({ period: '30' })).toEqual({});
    expect(reportSearch({ period: '90', metric: 'orders', by: 'value' })).toEqual({
      period: '90',
      metric: 'orders',
      by: 'value',
    });
    expect(reportSearch({ period: 'own', from: '2027-01-01', to: '2027-01-05' })).toEqual({
      period: 'own',
      from: '2027-01-01',
      to: '2027-01-05',
    });
    expect(reportSearch({ period: 'own', from: '2027-01-09', to: '2027-01-05' })).toEqual({});
    expect(reportSearch({ period: 'own', from: 'soon', to: '2027-13-45', metric: 'luck', by: 'x' })).toEqual({});
    expect(reportSearch({ period: 'century', from: '2027-01-01', to: '2027-01-05' })).toEqual({});
  });
  it('ends today', () => {
    expect(daysOf({}, today)).toEqual({ from: '2026-12-17', to: today });
    expect(daysOf({ period: '7' }, today)).toEqual({ from: '2027-01-09', to: today });
    expect(daysOf({ period: 'month' }, today)).toEqual({ from: '2027-01-01', to: today });
  });
  it('is never in the future and never longer than the server takes', () => {
    expect(daysOf({ period: 'own', from: '2027-02-01', to: '2027-03-01' }, today)).toEqual({ from: today, to: today });
    const long = daysOf({ period: 'own', from: '2020-01-01', to: '2026-12-31' }, today);
    expect([long.to, daysIn(long)]).toEqual(['2026-12-31', 366]);
  });
  it('has no conversion without visitors', () => {
    expect([conversionOf(3, 0), conversionOf(3, 12)]).toEqual([null, 0.25]);
  });
});
