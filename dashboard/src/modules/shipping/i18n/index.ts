import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** What shipping providers are called; the keys are their words on the wire. */
export const useShippingName = catalogue({ ar, en });
