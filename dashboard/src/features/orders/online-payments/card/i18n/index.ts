import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the card of online payments, of their cases and refunds. */
export const useOnlinePaymentsCardText = catalogue({ ar, en });
