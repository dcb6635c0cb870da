import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the calls to payment gateways and couriers about an order. */
export const useProviderCallText = catalogue({ ar, en });
