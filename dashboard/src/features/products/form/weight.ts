import type { DecimalBounds } from '@/shared/forms/decimal';
import type { WeightUnit } from '../products.api';

/** Up to a thousand tons; kilograms have three places, grams none. */
export const weightBounds = (unit: WeightUnit): DecimalBounds & { min: string; max: string } => ({
  scale: unit === 'kg' ? 3 : 0,
  min: '0',
  max: unit === 'kg' ? '1000000' : '1000000000',
});

/** Kilograms have three places, grams none; a change of the unit keeps the weight. */
export function convertWeight(amount: string, to: WeightUnit): string {
  if (amount === '') return '';
  const [integer = '0', fraction = ''] = amount.split('.');
  if (to === 'g') return String(BigInt(`${integer}${fraction.padEnd(3, '0').slice(0, 3)}`));
  const grams = integer.padStart(4, '0');
  return `${grams.slice(0, -3)}.${grams.slice(-3)}`.replace(/\.?0+$/, '');
}
