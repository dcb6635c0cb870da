import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's page, in a catalogue of their own so that the list does not load them. */
export const useOrderPageText = catalogue({ ar, en });
