import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/** Texts of the charts, which few pages have. */
export const useChartText = catalogue({ ar, en });
