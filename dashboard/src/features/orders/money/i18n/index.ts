import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's money, of refunds and returns. */
export const useOrderMoneyText = catalogue({ ar, en });
