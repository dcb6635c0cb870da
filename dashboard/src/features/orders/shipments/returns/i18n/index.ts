import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of returns that a courier picks up from the customer. */
export const useReturnParcelText = catalogue({ ar, en });
