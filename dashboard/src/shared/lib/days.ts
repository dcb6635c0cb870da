/**
 * Conversion between dates and times of the store's time zone and timestamps: the API has timestamps, forms have dates.
 * A range of dates starts at the first second of its first day and ends with the last second of its last.
 */
const zoned = (at: Date, timeZone: string | undefined) => {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '00';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
  };
};

/** The date of a timestamp: `2026-11-21`; '' for null. */
export function dayOf(moment: string | null, timeZone: string | undefined): string {
  if (!moment) return '';
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? '' : zoned(at, timeZone).day;
}

function momentOf(day: string, time: string, timeZone: string | undefined): string {
  const target = Date.parse(`${day}T${time}Z`);
  let at = target;
  // Two passes: the first estimate may lie on the other side of a DST change.
  for (let turn = 0; turn < 2; turn += 1) {
    const local = zoned(new Date(at), timeZone);
    at += target - Date.parse(`${local.day}T${local.time}Z`);
  }
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** A timestamp as local time of the store: `2026-11-21T09:00`; '' for null. */
export function wallClockOf(moment: string | null, timeZone: string | undefined): string {
  if (!moment) return '';
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const { day, time } = zoned(at, timeZone);
  return `${day}T${time.slice(0, 5)}`;
}

/** The timestamp of a local time of the store. */
export const momentAt = (wallClock: string, timeZone: string | undefined) =>
  momentOf(wallClock.slice(0, 10), `${wallClock.slice(11, 16)}:00`, timeZone);

export const startOfDay = (day: string, timeZone: string | undefined) => momentOf(day, '00:00:00', timeZone);
export const endOfDay = (day: string, timeZone: string | undefined) => momentOf(day, '23:59:59', timeZone);
