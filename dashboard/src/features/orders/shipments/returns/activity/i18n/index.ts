import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's activity about returns that a courier picks up. */
export const useReturnActivityText = catalogue({ ar, en });
