import type { Schema } from '@/shared/api/wire-schema';

/** An order as every list of orders gives it. Amounts are decimal strings in `currency`. */
export type OrderRow = Schema<'OrderRow'>;
