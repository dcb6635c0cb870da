import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the form with which a provider of another company is connected. */
export const useCredentialText = catalogue({ ar, en });
