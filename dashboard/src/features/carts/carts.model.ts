import type { ListSpec } from '@/shared/table/list-search';

/** The checkout steps in order; at the last one the cart became an order. */
export const cartSteps = ['products', 'contact', 'shipping_address', 'shipping_method', 'payment', 'checkout'] as const;
export type CartStep = (typeof cartSteps)[number];
export const isCartStep = (word: string): word is CartStep => (cartSteps as readonly string[]).includes(word);

export const cartsList: ListSpec = {
  sort: '-active_at',
  sortable: ['active_at', 'amount'],
  filters: ['age', 'amount.gte', 'reminder'],
};
export const remindersList: ListSpec = {};
