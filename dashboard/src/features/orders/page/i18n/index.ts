import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's own page, kept apart so that the list does not carry them. */
export const useOrderPageText = catalogue({ ar, en });
