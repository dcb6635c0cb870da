import { describe, expect, it } from 'vitest';
import { averageOf, changeOf, labelsAt, ticksOf } from './figures';

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
  it('rounds the scale up to a figure that reads well, and divides it into such', () => {
    expect([0, 0.4, 1, 7, 180, 1100, 2400, 2501, 9_999].map((max) => ticksOf(max)[0])).toEqual([
      1, 0.4, 1, 8, 200, 1200, 2500, 3000, 10_000,
    ]);
    expect(ticksOf(13_000)).toEqual([15_000, 10_000, 5000, 0]);
    expect(ticksOf(0.11)).toEqual([0.12, 0.09, 0.06, 0.03, 0]);
  });
  it('has gridlines of whole numbers for counts', () => {
    expect(ticksOf(0, true)).toEqual([1, 0]);
    expect(ticksOf(2, true)).toEqual([2, 1, 0]);
    expect(ticksOf(11, true)).toEqual([12, 9, 6, 3, 0]);
    for (let max = 1; max < 3000; max += 1) {
      const ticks = ticksOf(max, true);
      expect(ticks[0]).toBeGreaterThanOrEqual(max);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
  it('labels the first point, the last, and some between', () => {
    expect(labelsAt(3, 7)).toEqual([0, 1, 2]);
    expect(labelsAt(30, 7)).toEqual([0, 5, 10, 15, 19, 24, 29]);
    expect(labelsAt(0, 7)).toEqual([]);
  });
});
