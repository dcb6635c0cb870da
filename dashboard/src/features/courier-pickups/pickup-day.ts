import { latinDigits } from '@/shared/i18n/digits';
import type { Language } from '@/shared/i18n/language';

/** A day of the store's calendar (`2026-12-01`), with its weekday. */
export const pickupDay = (day: string, language: Language): string =>
  latinDigits(
    new Intl.DateTimeFormat(language === 'ar' ? 'ar-EG-u-ca-gregory-nu-latn' : 'en-US', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`)),
  );
