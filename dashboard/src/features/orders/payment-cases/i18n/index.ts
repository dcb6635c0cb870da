import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the list of open payment cases. */
export const useOpenCasesText = catalogue({ ar, en });
