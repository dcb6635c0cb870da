import type { Language } from '@/shared/i18n/language';
import { optionValueOf } from '@/shared/i18n/options';
import type { OrderItem } from '../orders.api';

/** Facts that distinguish variants of one product: their options, and the SKU. */
export const lineFacts = (item: OrderItem | undefined, language: Language) =>
  item
    ? [...item.option_values.map((option) => optionValueOf(option, language)), item.sku]
        .filter(Boolean)
        .map((text) => `\u2068${text}\u2069`)
        .join(' · ')
    : '';
