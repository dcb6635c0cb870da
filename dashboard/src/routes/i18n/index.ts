import { catalogue } from '@/shared/i18n/catalogue';
import ar from './ar.json';
import en from './en.json';

/**
 * Page titles only: the routes are part of the first download, so they may not import a feature's catalogue. `title: ()
 * => titles.now('orders')`.
 */
export const titles = catalogue({ ar, en });
