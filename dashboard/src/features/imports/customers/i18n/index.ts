import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** What the pages of imports say of customers in place of products. */
export const useCustomerImportText = catalogue({ ar, en });
