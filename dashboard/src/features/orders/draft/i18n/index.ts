import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of draft orders: the form, the link, duplicated orders. */
export const useOrderDraftText = catalogue({ ar, en });
