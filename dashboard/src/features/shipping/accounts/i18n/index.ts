import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the store's accounts at couriers. */
export const useCourierAccountText = catalogue({ ar, en });
