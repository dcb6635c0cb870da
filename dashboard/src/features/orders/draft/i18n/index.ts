import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of adding an order: drafts, their link, copies of orders. */
export const useOrderDraftText = catalogue({ ar, en });
