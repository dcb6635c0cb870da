import type { useCourierMethodText } from './i18n';

export interface DeliveryDays {
  processing_days: number | null;
  delivery_days_min: number | null;
  delivery_days_max: number | null;
}

/** From when to when an order arrives, in days from the order on; null where nothing is promised. */
export function promisedDays(days: DeliveryDays): { min: number; max: number } | null {
  const { delivery_days_min: from, delivery_days_max: until } = days;
  if (from === null && until === null) return null;
  const processing = days.processing_days ?? 0;
  const min = processing + (from ?? until ?? 0);
  const max = processing + (until ?? from ?? 0);
  return { min: Math.min(min, max), max: Math.max(min, max) };
}

/** What the shopper reads at checkout, as the server says it (`shipping/promise.rs`); null for nothing. */
export function promiseText(days: DeliveryDays, t: typeof useCourierMethodText.now): string | null {
  const promised = promisedDays(days);
  if (!promised) return null;
  if (promised.max === 0) return t('promise.today');
  if (promised.min === 0) return t('promise.within', { count: promised.max });
  return promised.min === promised.max
    ? t('promise.days', { count: promised.max })
    : t('promise.range', { min: promised.min, count: promised.max });
}
