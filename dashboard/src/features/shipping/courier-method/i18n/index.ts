import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of what a courier's shipping method has besides its price. */
export const useCourierMethodText = catalogue({ ar, en });
