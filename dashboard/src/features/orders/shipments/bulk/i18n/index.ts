import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of what the orders list does with shipments: apart, because the list is weighed. */
export const useBulkShipmentText = catalogue({ ar, en });
