import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Names of shipping providers; the keys are their codes in the API. */
export const useShippingName = catalogue({ ar, en });
