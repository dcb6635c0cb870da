import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of shipments that a courier of the program carries. */
export const useCourierShipmentText = catalogue({ ar, en });
