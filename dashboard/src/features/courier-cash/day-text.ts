import { formatDate } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';

/** A calendar day of the wire in the reader's language; at noon, so that no time zone of the region moves it. */
export const dayText = (day: string, language: Language) => formatDate(`${day}T12:00:00Z`, 'date', language);
