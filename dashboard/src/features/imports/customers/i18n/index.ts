import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the import pages that differ for customers. */
export const useCustomerImportText = catalogue({ ar, en });
