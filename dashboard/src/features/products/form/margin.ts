import { compareDecimal } from '@/shared/forms/decimal';

/** A decimal text in minor units. */
function minor(value: string, digits: number): bigint {
  const [integer = '0', fraction = ''] = value.split('.');
  return BigInt(`${integer || '0'}${fraction.padEnd(digits, '0').slice(0, digits)}`);
}

function decimal(value: bigint, digits: number): string {
  const sign = value < 0n ? '-' : '';
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The margin: price minus cost; null while one of them is missing or the price is zero. */
export function margin(price: string, cost: string, digits: number): { profit: string; ratio: number } | null {
  if (price === '' || cost === '') return null;
  const paid = minor(price, digits);
  if (paid === 0n) return null;
  const profit = paid - minor(cost, digits);
  return { profit: decimal(profit, digits), ratio: Number((profit * 10_000n) / paid) / 10_000 };
}

/** The price that a buyer pays: the sale price when it is lower. */
export const paidPrice = (regular: string, sale: string): string =>
  sale !== '' && (regular === '' || compareDecimal(sale, regular) < 0) ? sale : regular;

/** The discount of a sale, as a ratio; null without a sale. */
export function saleRatio(regular: string, sale: string, digits: number): number | null {
  if (sale === '' || regular === '' || compareDecimal(sale, regular) >= 0) return null;
  return margin(regular, sale, digits)?.ratio ?? null;
}
