import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of an order's shipments. */
export const useShipmentText = catalogue({ ar, en });
