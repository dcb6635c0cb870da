import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's online payments. */
export const useOnlinePaymentText = catalogue({ ar, en });
