import { useSyncExternalStore } from 'react';
import { formatDate, formatRelative, type DateStyle } from '../i18n/format';
import { useLanguage } from '../i18n/language';
import classes from './time.module.css';
import { Tip } from './tip';

const minute = 60_000;
let now = new Date();

/** The time of the last minute's change, one for all: a list that is shown again has the present one too. */
function readNow(): Date {
  if (Math.abs(Date.now() - now.getTime()) >= minute) now = new Date();
  return now;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all: every row of a list has a time. */
function tickEachMinute(onTick: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(() => listeners.forEach((listener) => listener()), minute);
  listeners.add(onTick);
  return () => {
    listeners.delete(onTick);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const neverTick = () => () => {};

/** The current time, renewed every minute where it is used. */
const useNow = (isUsed = true): Date => useSyncExternalStore(isUsed ? tickEachMinute : neverTick, readNow);

/**
 * A time in the store's time zone. `<Time value={order.creation_date} />` gives "20 Nov, 6:00 PM"; `relative` gives "3
 * minutes ago" and keeps it up to date. The tooltip has the full date and time.
 */
export function Time({
  value,
  style = 'short',
  relative,
}: {
  value: string | null | undefined;
  style?: DateStyle;
  relative?: boolean;
}) {
  const { language } = useLanguage();
  const now = useNow(relative === true);
  if (!value) return <span>—</span>;
  const text = relative ? formatRelative(value, now, language) : formatDate(value, style, language);
  return (
    <Tip label={() => formatDate(value, 'full', language)}>
      <time dateTime={value} className={classes.time}>
        {text}
      </time>
    </Tip>
  );
}

/** A time in a row of a list, and below it how long ago it was: one tooltip and one clock for both. */
export function TimeWithAge({ value }: { value: string }) {
  const { language } = useLanguage();
  const now = useNow();
  return (
    <Tip label={() => formatDate(value, 'full', language)}>
      <div className={classes.time}>
        <time dateTime={value} className={classes.date}>
          {formatDate(value, 'short', language)}
        </time>
        <div className={classes.age}>{formatRelative(value, now, language)}</div>
      </div>
    </Tip>
  );
}
