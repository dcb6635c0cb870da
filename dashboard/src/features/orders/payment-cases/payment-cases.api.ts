import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';

export type OpenPaymentCase = Schema<'OpenPaymentCase'>;

/** The open cases of the store, with their orders. */
export const paymentCases = resource('payment-cases');
