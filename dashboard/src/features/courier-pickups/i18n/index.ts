import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of couriers' pickups and sheets. */
export const usePickupText = catalogue({ ar, en });
