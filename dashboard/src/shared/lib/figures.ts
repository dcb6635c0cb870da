/** Change relative to the period before, as a ratio; null when that was zero. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

/** `total / count` in the currency's precision, on integer minor units: money is never a float. */
export function averageOf(total: string, count: number): string {
  if (count <= 0) return total.replace(/[0-9]/g, '0').replace(/^0+(?=0)/, '');
  const negative = total.startsWith('-');
  const [integer = '0', fraction = ''] = total.replace('-', '').split('.');
  const minor = BigInt(integer + fraction);
  const divisor = BigInt(count);
  const average = ((minor * 2n + divisor) / (divisor * 2n)).toString().padStart(fraction.length + 1, '0');
  const at = average.length - fraction.length;
  return `${negative ? '-' : ''}${average.slice(0, at)}${fraction ? `.${average.slice(at)}` : ''}`;
}

/** Tops of a scale, each with the number of intervals that divide it into round numbers. */
const steps = [
  [1, 5],
  [1.2, 4],
  [1.5, 3],
  [2, 4],
  [2.5, 5],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 3],
  [8, 4],
  [10, 5],
] as const;

/**
 * The values of a chart's gridlines from the top down to 0: the top is the next round number at or above the highest
 * value. `isWhole` for counts, which have no gridline at a fraction.
 */
export function ticksOf(max: number, isWhole = false): number[] {
  const highest = max > 0 ? max : 1;
  const power = isWhole && highest < 10 ? 1 : 10 ** Math.floor(Math.log10(highest));
  // A step of 1.2 times 10 is not exact in binary: compared and rounded with a tolerance.
  const [step, intervals] = steps.find(
    ([step]) =>
      step * power >= highest * (1 - 1e-9) && (!isWhole || Number.isInteger(Math.round(step * power * 1e6) / 1e6)),
  ) ?? [10, 5];
  const top = Number((step * power).toPrecision(6));
  const count = isWhole ? Math.min(intervals, top) : intervals;
  return Array.from({ length: count + 1 }, (_, at) => Number(((top * (count - at)) / count).toPrecision(6)));
}

/** Positions of at most `most` labels among `count` points, evenly spaced, the first and the last among them. */
export function labelsAt(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: most }, (_, at) => Math.round((at * (count - 1)) / (most - 1)));
}
