import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of orders that wait for their address. */
export const useAddressGateText = catalogue({ ar, en });
