import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/**
 * Titles of pages and nothing else: the routes are part of the first download, so they may not import the catalogue of
 * a feature. `title: () => titles.now('orders')`.
 */
export const titles = catalogue({ ar, en });
