import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the receipts of bank transfers. */
export const useTransfersText = catalogue({ ar, en });
