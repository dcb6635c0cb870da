import { describe, expect, it } from 'vitest';
import { averageOf, barHeight, changeOf, scaleTop } from './figures';

describe('DB-01 home figures', () => {
  it('compares with the period before', () => {
    expect(changeOf(110, 100)).toBeCloseTo(0.1);
    expect(changeOf(5, 0)).toBeNull();
  });
  it('averages whole minor units, half up', () => {
    expect(averageOf('100.00', 3)).toBe('33.33');
    expect(averageOf('100.01', 2)).toBe('50.01');
    expect(averageOf('1.250', 2)).toBe('0.625');
    expect(averageOf('0.00', 0)).toBe('0.00');
  });
  it('rounds the scale up to a figure that reads well', () => {
    expect([0, 0.4, 1, 7, 180, 2400, 2501, 9_999].map(scaleTop)).toEqual([1, 0.5, 1, 10, 200, 2500, 5000, 10_000]);
  });
  it('keeps small days visible', () => {
    expect(barHeight('0.00', 10)).toBe(0);
    expect(barHeight('0.01', 1000)).toBe(2);
    expect(barHeight('500.00', 1000)).toBe(50);
  });
});
