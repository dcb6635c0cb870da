import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the bulk bar, which loads with the first selected row. */
export const useBulkBarText = catalogue({ ar, en });
