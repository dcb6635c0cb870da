import { currencyOf, currencySign } from './currency';
import { getLanguage, type Language } from './language';

/**
 * The only place that formats numbers, money and times. Digits are always Latin and the calendar always Gregorian,
 * stated explicitly: a bare `ar-SA` prints Arabic-Indic digits, and Hijri dates in older browsers.
 */
const numberLocale = 'en-US-u-nu-latn';
const dateLocales: Record<Language, string> = {
  ar: 'ar-EG-u-ca-gregory-nu-latn',
  en: 'en-US-u-ca-gregory-nu-latn',
};

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const found = formatters.get(key) as T | undefined;
  if (found) return found;
  const created = make();
  formatters.set(key, created);
  return created;
}

/** A count or measure; decimal strings keep every digit. */
export function formatNumber(value: number | string, maximumFractionDigits = 3): string {
  const format = cached(
    `n${maximumFractionDigits}`,
    () => new Intl.NumberFormat(numberLocale, { maximumFractionDigits }),
  );
  return format.format(value as Intl.StringNumericLiteral);
}

/** 0.153 gives "15.3%". */
export function formatPercent(ratio: number, maximumFractionDigits = 1): string {
  return cached(
    `p${maximumFractionDigits}`,
    () => new Intl.NumberFormat(numberLocale, { style: 'percent', maximumFractionDigits }),
  ).format(ratio);
}

/**
 * The digits of an amount in its currency's own precision, from the API's decimal string, without conversion to a
 * float: "10000000000000.99" keeps its last cent.
 */
export function formatAmount(amount: string, currency: string): string {
  const { shownDigits } = currencyOf(currency);
  const format = cached(
    `a${shownDigits}`,
    () =>
      new Intl.NumberFormat(numberLocale, { minimumFractionDigits: shownDigits, maximumFractionDigits: shownDigits }),
  );
  return format.format(amount as Intl.StringNumericLiteral);
}

/** Amount and sign as one text, where no element can be used (titles, aria labels). */
export function formatMoney(amount: string, currency: string, language: Language = getLanguage()): string {
  const digits = formatAmount(amount, currency);
  const sign = currencySign(currency, language);
  return language === 'ar' ? `\u2066${digits}\u2069\u00A0${sign}` : `${sign}\u00A0${digits}`;
}

const thousands = { ar: '\u00A0ألف', en: 'K' } as const;
const millions = { ar: '\u00A0مليون', en: 'M' } as const;

/**
 * Thousands and millions with two decimals (VA-02): 999, 1.23K, 1.5M; in Arabic "1.23 ألف", which reads from the right:
 * put it into a `bdi`, not into a left-to-right isolate. For cards and axes, never for sums.
 */
export function shortenNumber(value: number | string, language: Language = getLanguage()): string {
  const number = Number(value);
  const size = Math.abs(number);
  const round = (scaled: number) => {
    const digits = String(Math.round(scaled * 100) / 100);
    // The sign stays before the digits.
    return scaled < 0 ? `\u2066${digits}\u2069` : digits;
  };
  if (size >= 999_995) return `${round(number / 1_000_000)}${millions[language]}`;
  if (size >= 1000) return `${round(number / 1000)}${thousands[language]}`;
  return round(number);
}

let timeZone: string | undefined;
/** Zones that this browser does not know. */
const unknownZones = new Set<string>();
/** Times are shown in the store's zone; the session sets it when a store is entered. */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone && !unknownZones.has(zone) ? zone : undefined;
}

/** A format in the store's zone, or in the device's where this browser does not know the store's. */
function zonedFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    if (timeZone) unknownZones.add(timeZone);
    timeZone = undefined;
    return new Intl.DateTimeFormat(locale, options);
  }
}

/** The store's zone, where this browser knows it. The check is not made by `setTimeZone`: the first format takes 20 ms. */
export function getTimeZone(): string | undefined {
  if (timeZone) cached(`z${timeZone}`, () => zonedFormat('en', {}));
  return timeZone;
}

const styles = {
  /** 20 November 2026 */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 20 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 20 Nov, 6:00 PM */
  short: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  /** 20 November 2026, 6:00 PM */
  full: { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** 6:00 PM */
  time: { hour: 'numeric', minute: '2-digit' },
  /** 20 Nov */
  day: { day: 'numeric', month: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateStyle = keyof typeof styles;

/** Formats a time (RFC 3339 from the API, or a Date) in the store's time zone. */
export function formatDate(
  value: string | Date,
  style: DateStyle = 'short',
  language: Language = getLanguage(),
): string {
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return '';
  const key = `d${language}${style}${timeZone ?? ''}`;
  return cached(key, () => zonedFormat(dateLocales[language], { ...styles[style], hour12: true })).format(date);
}

/** A time of day without a date, from its minutes after midnight: "9:00 PM", "9:00 م". */
export function formatClock(minutes: number, language: Language = getLanguage()): string {
  return cached(
    `k${language}`,
    () => new Intl.DateTimeFormat(dateLocales[language], { ...styles.time, hour12: true, timeZone: 'UTC' }),
  ).format(minutes * 60_000);
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 minutes ago", "yesterday"; `now` is passed so that it can be tested and ticks with the caller. */
export function formatRelative(value: string | Date, now: Date, language: Language = getLanguage()): string {
  const date = typeof value === 'string' ? new Date(value) : value;
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const formatIn = (numeric: 'auto' | 'always') =>
    cached(`r${language}${numeric}`, () => new Intl.RelativeTimeFormat(dateLocales[language], { numeric }));
  // Shown for up to a minute before the next tick: "4 seconds ago" would be wrong most of that time.
  if (Math.abs(seconds) < 60) return formatIn('auto').format(0, 'second');
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['minute', 60] as const);
  // "Yesterday" means the calendar day, not 24 to 48 hours ago.
  if (unit === 'day') return formatIn('auto').format(calendarDay(date) - calendarDay(now), unit);
  return formatIn('always').format(Math.trunc(seconds / size), unit);
}

/** The calendar day of a time in the store's time zone, in days since 1970. */
function calendarDay(date: Date): number {
  const parts = cached(`c${timeZone ?? ''}`, () =>
    zonedFormat('en-US-u-ca-gregory-nu-latn', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    }),
  ).formatToParts(date);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day')) / 86_400_000;
}

/** The current date in the store: `2027-01-15`. */
export function storeDay(now: Date): string {
  return new Date(calendarDay(now) * 86_400_000).toISOString().slice(0, 10);
}

/** Formats bytes: 1.4 MB, never with Arabic-Indic digits. */
export function formatBytes(bytes: number, language: Language = getLanguage()): string {
  const units = language === 'ar' ? ['بايت', 'ك.ب', 'م.ب', 'ج.ب'] : ['B', 'KB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < 3) {
    size /= 1024;
    unit += 1;
  }
  return `${formatNumber(size, 1)} ${units[unit]}`;
}
