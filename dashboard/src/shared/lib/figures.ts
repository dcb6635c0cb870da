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

/**
 * The top of a chart's scale: the next round number (1, 2, 2.5 or 5 times a power of ten) at or above the highest bar.
 */
export function scaleTop(max: number): number {
  if (max <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= max) ?? 10);
}

/** Height of a bar in percent of the scale's top; a day with any sales stays visible. */
export function barHeight(value: string, max: number): number {
  const n = Number(value);
  if (n <= 0 || max <= 0) return 0;
  return Math.max(2, (n / max) * 100);
}
