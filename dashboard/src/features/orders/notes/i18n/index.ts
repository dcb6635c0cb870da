import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of comments on an order, for the team or for its customer. */
export const useNoteText = catalogue({ ar, en });
