import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of editing an order. */
export const useOrderEditText = catalogue({ ar, en });
