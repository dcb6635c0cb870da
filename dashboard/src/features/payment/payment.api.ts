import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Texts } from '@/shared/i18n/texts';

/** PY-01: fees are a decimal in the store's currency and a percentage ("2.50"). */
export interface PaymentMethod {
  id: string;
  provider: 'COD';
  name: Texts;
  instructions: Texts;
  is_active: boolean;
  fixed_fees: string;
  ratio_fees: string;
  add_vat_to_payment_charges: boolean;
  disable_on_first_order: boolean;
  version: number;
}
export type PaymentIn = Partial<Omit<PaymentMethod, 'id' | 'provider'>>;

export const paymentMethods = resource<PaymentMethod, PaymentMethod, PaymentIn>('payment-methods');

export const paymentQuery = queryOptions({
  queryKey: [...paymentMethods.key, 'all'],
  queryFn: async ({ signal }) => (await api.get<One<PaymentMethod[]>>('/payment-methods', { signal })).data,
});
