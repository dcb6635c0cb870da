import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of bulk shipments in the orders list, in a catalogue of their own, because the list has a size budget. */
export const useBulkShipmentText = catalogue({ ar, en });
